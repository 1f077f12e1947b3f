"use client";

import type { ReleaseSettings } from "@/components/releases/release-types";
import { SecretField, type SecretFieldProps } from "@/components/releases/secret-field";
import { TokenOwnersField } from "@/components/releases/token-owners-field";
import { Card } from "@/components/ui/card";

/** The tokens of the surrounding Form and their owners. */
export function TokensCard({ stored }: { stored: ReleaseSettings }) {
  return (
    <Card
      title="Private repositories"
      description="A token lets the notes of this project read private repositories, and link pull requests and authors."
    >
      <div className="flex flex-col gap-5">
        <TokenField
          name="githubToken"
          forge="GitHub"
          stored={{ isConfigured: stored.githubTokenConfigured, tail: stored.githubTokenTail }}
          placeholder="github_pat_…"
          hint="A fine-grained one that reads contents and pull requests of these repositories, and nothing else."
        />
        <TokenOwnersField
          name="githubTokenOwners"
          token="githubToken"
          isConfigured={stored.githubTokenConfigured}
          label="GitHub owners"
          placeholder="acme, umbrella"
          hint="Users and organizations whose repositories this token can read, separated by commas. Leave empty to use the owners of your repositories."
        />
        <TokenField
          name="gitlabToken"
          forge="GitLab"
          stored={{ isConfigured: stored.gitlabTokenConfigured, tail: stored.gitlabTokenTail }}
          placeholder="glpat-…"
          hint="A project or group access token with the scopes read_api and read_repository."
        />
        <TokenOwnersField
          name="gitlabTokenOwners"
          token="gitlabToken"
          isConfigured={stored.gitlabTokenConfigured}
          label="GitLab owners"
          placeholder="acme, umbrella/tools"
          hint="Users and groups whose repositories this token can read, separated by commas. Leave empty to use the groups of your repositories."
        />
      </div>
    </Card>
  );
}

type TokenFieldProps = Omit<SecretFieldProps, "noun" | "what" | "labels"> & { forge: string };

function TokenField({ forge, ...field }: TokenFieldProps) {
  const what = `${forge} token`;
  return (
    <SecretField {...field} noun="token" what={what} labels={{ first: what, another: `Another ${what}` }} />
  );
}
