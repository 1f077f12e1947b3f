import type { Metadata } from "next";
import { choicesOfCli } from "@/app/(dashboard)/find-project";
import type { Search } from "@/app/(dashboard)/known-list";
import { type CliRequest, readCliRequest } from "@/components/cli/cli-request";
import { CliRoom } from "@/components/cli/cli-room";
import { purposeText } from "@/components/cli/purpose-text";
import { Callout } from "@/components/ui/callout";
import { Crumb } from "@/components/ui/crumb";
import { PageHeader } from "@/components/ui/page-header";

type Props = { searchParams: Search };

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return { title: titleOf(readCliRequest(await searchParams)) };
}

const titleOf = (request: CliRequest | undefined) => purposeText[request?.purpose ?? "login"].title;

export default async function CliPage({ searchParams }: Props) {
  const request = readCliRequest(await searchParams);
  return (
    <>
      <Crumb label="Command line" />
      <PageHeader title={titleOf(request)} />
      <div className="flex max-w-2xl flex-col gap-6">
        {request ? (
          <CliRoom request={request} {...(await choicesOfCli())} />
        ) : (
          <Callout tone="danger">
            This isn't a valid link of the command line. Run fieldkit login or fieldkit key create again to
            open a new one.
          </Callout>
        )}
      </div>
    </>
  );
}
