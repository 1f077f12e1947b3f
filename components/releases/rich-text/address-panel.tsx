"use client";

import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/input";
import { harmlessLink } from "@/lib/releases/harmless-link";

export type Asked = { kind: "link"; href: string } | { kind: "image" };

type AddressPanelProps = {
  asked: Asked;
  onDone: (address: string, description: string) => void;
  onClose: () => void;
};

/** Asks for the address of a link or picture, and for what a picture shows. Stands within the form of the notes. */
export function AddressPanel({ asked, onDone, onClose }: AddressPanelProps) {
  const [address, setAddress] = useState(asked.kind === "link" ? asked.href : "");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string>();
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.select(), []);
  const isLink = asked.kind === "link";

  function done() {
    const given = address.trim();
    const whole = given === "" || harmlessLink.test(given) ? given : `https://${given}`;
    if (!isLink && (given === "" || !URL.canParse(whole)))
      return setProblem("Enter the address of a picture.");
    if (given !== "" && !URL.canParse(whole))
      return setProblem("Enter an address such as https://example.com.");
    onDone(whole, description.trim());
  }

  return (
    <fieldset
      aria-label={isLink ? "Link" : "Image"}
      className="flex flex-wrap items-end gap-2 border-line border-b bg-sunken p-2"
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        event.preventDefault();
        event.stopPropagation();
        if (event.key === "Enter") done();
        else onClose();
      }}
    >
      <TextField
        ref={first}
        mono
        label="Address"
        placeholder="https://"
        value={address}
        error={problem}
        onChange={(event) => setAddress(event.target.value)}
        fieldClassName="min-w-56 flex-1"
      />
      {isLink ? null : (
        <TextField
          label="What it shows"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          fieldClassName="min-w-40 flex-1"
        />
      )}
      <Button onClick={done}>{isLink ? "Set link" : "Add image"}</Button>
      {isLink && asked.href ? <Button onClick={() => onDone("", "")}>Remove link</Button> : null}
      <Button variant="ghost" onClick={onClose}>
        Cancel
      </Button>
    </fieldset>
  );
}
