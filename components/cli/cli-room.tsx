"use client";

import { useEffect, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { z } from "zod";
import { type CliRequest, callbackOf } from "@/components/cli/cli-request";
import { purposeText } from "@/components/cli/purpose-text";
import { expiryOf } from "@/components/keys/key-expiry";
import { Access, hasScopes, scopesBody } from "@/components/keys/key-form-values";
import { ScopesField } from "@/components/keys/scopes-field";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { FormSelect } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { FormText } from "@/components/ui/form-text";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { createKeyCode } from "@/lib/keys/codes/contract";
import { createApiKey } from "@/lib/keys/contract";
import { listProjects } from "@/lib/projects/contract";

type Team = { id: string; name: string };
type Props = {
  request: CliRequest;
  teams: readonly Team[];
  /** The initial choice; the project may be "". */
  start: { teamId: string; projectId: string };
};

const lifetimes = { "30": "In 30 days", "90": "In 90 days", "365": "In a year", never: "Never" } as const;
type Lifetime = keyof typeof lifetimes;

const Fields = z
  .object({
    name: createApiKey.body.shape.name,
    teamId: z.string(),
    projectId: z.string().min(1, { error: "must be selected" }),
    ...Access,
    lifetime: z.enum(Object.keys(lifetimes) as [Lifetime, ...Lifetime[]]),
  })
  .refine(...hasScopes);
type Fields = z.infer<typeof Fields>;

/** Lets a person choose what a command line can do, and allow or deny its sign-in. */
export function CliRoom(props: Props) {
  const [isOver, setOver] = useState<"allowed" | "denied">();
  const leave = (address: string, how: "allowed" | "denied") => {
    setOver(how);
    window.location.assign(address);
  };
  if (isOver) {
    return (
      <Callout tone={isOver === "allowed" ? "success" : "info"} live>
        {isOver === "allowed"
          ? purposeText[props.request.purpose].allowed
          : purposeText[props.request.purpose].denied}
      </Callout>
    );
  }
  return <CliForm {...props} leave={leave} />;
}

type FormProps = Props & { leave: (address: string, how: "allowed" | "denied") => void };

function CliForm({ request, teams, start, leave }: FormProps) {
  const write = useWrite();
  const machine = request.machine || "an unnamed machine";
  const text = purposeText[request.purpose];
  const frame = useFormFrame<Fields, { code: string }>({
    rules: Fields,
    start: {
      ...{
        name: `${text.keyName}, ${request.machine || "unnamed"}`.slice(0, 100),
        access: "admin",
        scopes: [],
        lifetime: "90",
      },
      ...start,
    },
    send: async ({ name, projectId, lifetime, ...access }) => {
      const expiresAt = expiryOf(lifetime, "", new Date());
      const fields = { name, personal: true, expiresAt, ...scopesBody(access) };
      const { key } = await write(createApiKey, { projectId, ...fields });
      return write(createKeyCode, { apiKey: key, challenge: request.challenge });
    },
    done: ({ code }) => leave(callbackOf(request, { code }), "allowed"),
    discardable: true,
  });
  return (
    <>
      <Callout tone="warning" title={<span className="break-words">{text.question(machine)}</span>}>
        Continue only if you just ran {text.command} on this machine. {text.consequence}
      </Callout>
      <FormFrame of={frame} aria-label={text.title}>
        <Card title="Access">
          <div className="flex flex-col gap-4">
            {teams.length > 1 ? (
              <FormSelect
                name="teamId"
                label="Team"
                options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              />
            ) : null}
            <ProjectField start={start} />
            <ScopesField choices={["admin", "read", "custom"]} personal />
            <div className="grid gap-4 sm:grid-cols-2">
              <FormText name="name" label="Key name" autoComplete="off" />
              <FormSelect
                name="lifetime"
                label="Expires"
                options={Object.entries(lifetimes).map(([value, label]) => ({ value, label }))}
              />
            </div>
            {frame.problem ? <Callout tone="danger">{frame.problem}</Callout> : null}
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={() => leave(callbackOf(request, { error: "denied" }), "denied")}>Deny</Button>
              <Button type="submit" variant="primary" loading={frame.form.formState.isSubmitting}>
                Allow
              </Button>
            </div>
          </div>
        </Card>
      </FormFrame>
    </>
  );
}

function ProjectField({ start }: Pick<Props, "start">) {
  const { setValue } = useFormContext<Fields>();
  const teamId = useWatch<Fields, "teamId">({ name: "teamId" });
  useEffect(() => {
    setValue("projectId", teamId === start.teamId ? start.projectId : "");
  }, [teamId, start, setValue]);
  const { data } = useAnswer(listProjects, {
    teamId,
    sort: "name",
    limit: 1000,
    fields: ["name", "referenceId"],
  });
  const options = (data ?? []).map(({ referenceId, name }) => ({ value: referenceId, label: name }));
  return (
    <FormSelect
      name="projectId"
      label="Project"
      options={[{ value: "", label: "Select a project" }, ...options]}
      hint={data && options.length === 0 ? "This team has no projects yet." : undefined}
    />
  );
}
