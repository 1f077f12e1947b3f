"use client";

import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { asSentence, placeProblem, sameName } from "@/components/form-problem";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { signUp } from "@/lib/auth/contract";
import { ApiError, call } from "@/lib/http/client";

export function SignUpForm({ next }: { next: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [leaving, setLeaving] = useState(false);
  const { register, handleSubmit, setError, formState } = useForm({ resolver: zodResolver(signUp.body) });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async (account) => {
    setProblem(null);
    try {
      await call(signUp, account);
      setLeaving(true);
      window.location.assign(next);
    } catch (error) {
      if (isTaken(error)) {
        const message = "There is an account with this e-mail address already. Sign in instead.";
        setError("email", { type: "server", message }, { shouldFocus: true });
      } else setProblem(placeProblem(error, setError, sameName("name", "email", "password")));
    }
  });

  return (
    <form method="post" noValidate onSubmit={submit} className="flex flex-col gap-4">
      {problem ? (
        <Callout tone="danger" live>
          {problem}
        </Callout>
      ) : null}
      <Field label="Name" error={asSentence("Name", errors.name?.message)}>
        <Input autoComplete="name" {...register("name")} />
      </Field>
      <Field label="E-mail" error={asSentence("E-mail", errors.email?.message)}>
        <Input type="email" autoComplete="username" {...register("email")} />
      </Field>
      <Field
        label="Password"
        hint="At least 8 characters."
        error={asSentence("Password", errors.password?.message)}
      >
        <Input type="password" autoComplete="new-password" {...register("password")} />
      </Field>
      <Button type="submit" variant="primary" loading={isSubmitting || leaving}>
        Create account
      </Button>
    </form>
  );
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && /already[ _]exists/i.test(`${error.code} ${error.message}`);
}
