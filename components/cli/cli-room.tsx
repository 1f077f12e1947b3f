"use client";

import { useState } from "react";
import { useWatch } from "react-hook-form";
import { z } from "zod";
import { type CliRequest, callbackOf } from "@/components/cli/cli-request";
import { codeFor } from "@/components/cli/code-for";
import { expiryOf } from "@/components/keys/key-expiry";
import { scopeWords } from "@/components/keys/scope-words";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { FormSelect } from "@/components/ui/form-choices";
import { FormFrame } from "@/components/ui/form-frame";
import { FormRadios } from "@/components/ui/form-radios";
import { FormText } from "@/components/ui/form-text";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { useFormFrame } from "@/components/ui/use-form-frame";
import { createApiKey } from "@/lib/keys/contract";
import { listProjects } from "@/lib/projects/contract";

type Team = { id: string; name: string; role: "admin" | "member" };
type Props = { request: CliRequest; teams: readonly Team[] };

const lifetimes = { "30": "In 30 days", "90": "In 90 days", "365": "In a year", never: "Never" } as const;
type Lifetime = keyof typeof lifetimes;

const Fields = z.object({
  name: createApiKey.body.shape.name,
  teamId: z.string(),
  projectId: z.string().min(1, { error: "must be chosen" }),
  scope: z.enum(["admin", "read"]),
  lifetime: z.enum(Object.keys(lifetimes) as [Lifetime, ...Lifetime[]]),
});
type Fields = z.infer<typeof Fields>;

/** Where somebody chooses what a command line may do, and lets it in or not. */
export function CliRoom({ request, teams }: Props) {
  const [isOver, setOver] = useState<"allowed" | "denied">();
  const leave = (address: string, how: "allowed" | "denied") => {
    setOver(how);
    window.location.assign(address);
  };
  if (isOver) {
    return (
      <Callout tone={isOver === "allowed" ? "success" : "info"} live>
        {isOver === "allowed"
          ? "The command line is signed in. Go back to your terminal."
          : "The command line was not let in. This page can be closed."}
      </Callout>
    );
  }
  const own = teams.filter(({ role }) => role === "admin");
  if (own.length === 0) {
    return (
      <EmptyState
        title="Only admins make API keys"
        text="A command line works with an API key of a project. Ask an admin of your team for one, and give it to fieldkit login --key -."
        action={
          <Button onClick={() => leave(callbackOf(request, { error: "denied" }), "denied")}>Close</Button>
        }
      />
    );
  }
  return <CliForm request={request} teams={own} hidden={teams.length - own.length} leave={leave} />;
}

type FormProps = Props & { hidden: number; leave: (address: string, how: "allowed" | "denied") => void };

function CliForm({ request, teams, hidden, leave }: FormProps) {
  const write = useWrite();
  const machine = request.machine || "an unnamed machine";
  const frame = useFormFrame<Fields, { code: string }>({
    rules: Fields,
    start: {
      ...{
        name: `Command line, ${request.machine || "unnamed"}`.slice(0, 100),
        scope: "admin",
        lifetime: "90",
      },
      ...{ teamId: teams[0]?.id ?? "", projectId: "" },
    },
    send: async ({ name, projectId, scope, lifetime }) => {
      const expiresAt = expiryOf(lifetime, "", new Date());
      const { key } = await write(createApiKey, { projectId, name, scope, expiresAt });
      return { code: await codeFor(key, request.challenge) };
    },
    done: ({ code }) => leave(callbackOf(request, { code }), "allowed"),
    discardable: true,
  });
  return (
    <>
      <Callout tone="warning" title={<span className="break-words">{machine} asks for an API key</span>}>
        Go on only if you have just run fieldkit login yourself, on this machine. The key goes to a program
        here, and to nobody else.
      </Callout>
      <FormFrame of={frame} aria-label="Let a command line in">
        <Card title="What it may do">
          <div className="flex flex-col gap-4">
            {teams.length > 1 ? (
              <FormSelect
                name="teamId"
                label="Team"
                options={teams.map(({ id, name }) => ({ value: id, label: name }))}
              />
            ) : null}
            <ProjectField />
            {hidden > 0 ? (
              <p className="text-ink-mute text-xs">
                Teams in which you are a member are not listed: only admins make API keys.
              </p>
            ) : null}
            <FormRadios
              name="scope"
              label="Scope"
              options={(["admin", "read"] as const).map((value) => ({ value, ...scopeWords[value] }))}
            />
            <div className="grid gap-4 sm:grid-cols-2">
              <FormText name="name" label="Name of the key" autoComplete="off" />
              <FormSelect
                name="lifetime"
                label="Expires"
                options={Object.entries(lifetimes).map(([value, label]) => ({ value, label }))}
              />
            </div>
            {frame.problem ? <Callout tone="danger">{frame.problem}</Callout> : null}
            <div className="flex flex-wrap justify-end gap-2">
              <Button onClick={() => leave(callbackOf(request, { error: "denied" }), "denied")}>
                Do not allow
              </Button>
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

function ProjectField() {
  const teamId = useWatch<Fields, "teamId">({ name: "teamId" });
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
      options={[{ value: "", label: "Choose a project" }, ...options]}
      hint={data && options.length === 0 ? "This team has no project yet." : undefined}
    />
  );
}
