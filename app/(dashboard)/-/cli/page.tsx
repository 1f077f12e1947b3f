import type { Metadata } from "next";
import { choicesOfCli } from "@/app/(dashboard)/find-project";
import type { Search } from "@/app/(dashboard)/known-list";
import { readCliRequest } from "@/components/cli/cli-request";
import { CliRoom } from "@/components/cli/cli-room";
import { Callout } from "@/components/ui/callout";
import { Crumb } from "@/components/ui/crumb";
import { PageHeader } from "@/components/ui/page-header";

export const metadata: Metadata = { title: "Sign in a command line" };

export default async function CliPage({ searchParams }: { searchParams: Search }) {
  const request = readCliRequest(await searchParams);
  return (
    <>
      <Crumb label="Command line" />
      <PageHeader title="Sign in a command line" />
      <div className="flex max-w-2xl flex-col gap-6">
        {request ? (
          <CliRoom request={request} {...(await choicesOfCli())} />
        ) : (
          <Callout tone="danger">
            This isn't a valid sign-in link. Run fieldkit login in a terminal to open a new one.
          </Callout>
        )}
      </div>
    </>
  );
}
