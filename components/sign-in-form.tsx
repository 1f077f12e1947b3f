"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asSentence, placeProblem, sameName } from "@/components/form-problem";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signIn } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/http/client";

export function SignInForm({ next }: { next: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(signIn.body) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (credentials) => {
    setProblem(null);
    try {
      await call(signIn, credentials);
      setLeaving(true);
      window.location.assign(next);
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.status === 401
          ? "The e-mail address or the password is wrong."
          : placeProblem(error, setError, sameName("email", "password")),
      );
    }
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? (
        <Callout tone="danger" live>
          {problem}
        </Callout>
      ) : null}
      <Field label="E-mail" error={asSentence("E-mail", errors.email?.message)}>
        <Input type="email" autoComplete="username" {...register("email")} />
      </Field>
      <Field label="Password" error={asSentence("Password", errors.password?.message)}>
        <Input type="password" autoComplete="current-password" {...register("password")} />
      </Field>
      <Button type="submit" variant="primary" loading={isSubmitting || leaving}>
        Sign in
      </Button>
    </form>
  );
}
