"use client";

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { useNavigate } from "@/components/ui/navigation";

export type LinkProps = Omit<ComponentProps<typeof NextLink>, "onNavigate"> & { href: string };

/** A link to a page of the app. */
export function Link({ href, replace = false, ...props }: LinkProps) {
  const navigate = useNavigate();
  return (
    <NextLink
      href={href}
      replace={replace}
      onNavigate={(event) => {
        event.preventDefault();
        navigate(href, { replace });
      }}
      {...props}
    />
  );
}
