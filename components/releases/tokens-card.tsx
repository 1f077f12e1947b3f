"use client";

import type { ReleaseSettings } from "@/components/releases/release-types";
import { SecretField } from "@/components/releases/secret-field";
import { Card } from "@/components/ui/card";

/** The `githubToken` and `gitlabToken` of the surrounding Form. */
export function TokensCard({ stored }: { stored: ReleaseSettings }) {
  return (
    <Card
      title="Private repositories"
      description="A token lets the notes of this project read private repositories, and link pull requests and authors."
    >
      <div className="flex flex-col gap-5">
        <SecretField
          name="githubToken"
          stored={{ isConfigured: stored.githubTokenConfigured, tail: stored.githubTokenTail }}
          noun="token"
          what="GitHub token"
          labels={{ first: "GitHub token", another: "Another GitHub token" }}
          placeholder="github_pat_…"
          hint="A fine-grained one that reads contents and pull requests of these repositories, and nothing else."
        />
        <SecretField
          name="gitlabToken"
          stored={{ isConfigured: stored.gitlabTokenConfigured, tail: stored.gitlabTokenTail }}
          noun="token"
          what="GitLab token"
          labels={{ first: "GitLab token", another: "Another GitLab token" }}
          placeholder="glpat-…"
          hint="A project or group access token with the scopes read_api and read_repository."
        />
      </div>
    </Card>
  );
}
