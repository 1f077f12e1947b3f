"use client";

import type { ComponentProps } from "react";
import { type FieldValues, FormProvider } from "react-hook-form";
import type { ApiForm } from "@/components/ui/use-api-form";

export type FormProps<Fields extends FieldValues> = Omit<ComponentProps<"form">, "form" | "onSubmit"> & {
  of: Pick<ApiForm<Fields>, "form" | "submit">;
};

/**
 * `post`, so that what is typed never lands in the address when somebody submits before the script has loaded.
 * The rules are the contract's, not the browser's.
 */
export function Form<Fields extends FieldValues>({ of, children, ...rest }: FormProps<Fields>) {
  return (
    <FormProvider {...of.form}>
      <form method="post" noValidate onSubmit={of.submit} {...rest}>
        {children}
      </form>
    </FormProvider>
  );
}
