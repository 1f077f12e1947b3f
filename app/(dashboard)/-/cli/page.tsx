import type { Metadata } from "next";
import { teamsOfCli } from "@/app/(dashboard)/find-project";
import type { Search } from "@/app/(dashboard)/known-list";
import { readCliRequest } from "@/components/cli/cli-request";
import { CliRoom } from "@/components/cli/cli-room";
import { Callout } from "@/components/ui/callout";
import { Crumb } from "@/components/ui/crumb";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Let a command line in" };

export default async function CliPage({ searchParams }: { searchParams: Search }) {
  const request = readCliRequest(await searchParams);
  return (
    <>
      <Crumb label="Command line" />
      <PageHeader title="Let a command line in" />
      <div className="flex max-w-2xl flex-col gap-6">
        {request ? (
          <CliRoom request={request} teams={await teamsOfCli()} />
        ) : (
          <Callout tone="danger">
            This address is not one that a command line opens. Run fieldkit login in a terminal, and it opens
            the right one.
          </Callout>
        )}
      </div>
    </>
  );
}
