"use client";

import { useState } from "react";
import type { Project } from "@/components/projects/project-settings";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useNavigate } from "@/components/ui/navigation";
import { useAnswer, useWrite } from "@/components/ui/queries";
import { Select } from "@/components/ui/select";
import { useToast } from "@/components/ui/toast";
import { moveProject } from "@/lib/projects/contract";
import { listTeams } from "@/lib/teams/contract";

/** As many teams as a page of the API has at most. */
const asked = {
  limit: 1000,
  sort: "name" as const,
  fields: ["id" as const, "name" as const, "slug" as const, "role" as const],
};

export function MoveProject({ project }: { project: Project }) {
  const { data: teams } = useAnswer(listTeams, asked, { watch: false });
  const write = useWrite();
  const toast = useToast();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<string>();
  const targets = (teams ?? []).filter(({ id, role }) => role === "admin" && id !== project.teamId);
  const target = targets.find(({ id }) => id === chosen);

  async function move() {
    if (!target) return;
    const moved = await write(moveProject, {
      ...{ teamId: project.teamId, projectId: project.id },
      toTeamId: target.id,
    });
    toast.success(`Project “${moved.name}” moved to ${target.name}`);
    navigate(`/${target.slug}/${moved.slug}/settings`, { replace: true, unasked: true });
  }

  return (
    <Card
      title="Move to another team"
      description="The project's host changes. Project API keys keep working. People who aren't in the new team lose access, and their personal keys are revoked."
    >
      {teams && targets.length === 0 ? (
        <p className="text-ink-mute text-sm">
          There is no other team that you are an admin of. Create one with “New team” in the team menu.
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <Select
            aria-label="Team to move to"
            className="w-full sm:w-64"
            options={[
              { value: "", label: "Choose a team" },
              ...targets.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={chosen ?? ""}
            onValueChange={setChosen}
          />
          <ConfirmDialog
            title={`Move “${project.name}” to ${target?.name ?? "another team"}?`}
            description={`${project.host} stops answering at once. Everything that calls it must be told the new host.`}
            confirmLabel="Move project"
            typed={project.slug}
            onConfirm={move}
            trigger={
              <Button variant="danger-outline" disabled={!target}>
                Move project
              </Button>
            }
          />
        </div>
      )}
    </Card>
  );
}
