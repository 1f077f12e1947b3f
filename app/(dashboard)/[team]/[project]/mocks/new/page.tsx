import { findProject, projectTitle } from "@/app/(dashboard)/find-project";
import { MockForm } from "@/components/mocks/mock-form";
import { Link } from "@/components/ui/link";
import { PageHeader } from "@/components/ui/page-header";
import { type Beginning, beginMock } from "./begin-mock";

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = ({ params }: Props) => projectTitle(params, "New mock");

export default async function NewMockPage({ params, searchParams }: Props) {
  const { team, project: slug } = await params;
  const { project, mockBaseUrl } = await findProject(team, slug);
  const { start, source, holder } = await beginMock(project.id, await searchParams);
  const base = `/${team}/${slug}/mocks`;
  return (
    <>
      <PageHeader
        title={source ? `Copy of ${source.name}` : "New mock"}
        description={
          source ? (
            "Its endpoint is a new one. Change what differs, then create it."
          ) : holder ? (
            <Held holder={holder} base={base} />
          ) : undefined
        }
        back={{ href: base, label: "Mocks" }}
      />
      <div className="max-w-3xl">
        <MockForm projectId={project.id} mockBaseUrl={mockBaseUrl} base={base} start={start} />
      </div>
    </>
  );
}

/** Says why the endpoint is another one, and leads to the mock that may be the one to change. */
function Held({ holder, base }: { holder: NonNullable<Beginning["holder"]>; base: string }) {
  return (
    <>
      <Link href={`${base}/${holder.id}`} className="underline underline-offset-2">
        {holder.name}
      </Link>{" "}
      answers {holder.method} {holder.endpoint} already, and can be changed instead. This mock begins at an
      endpoint that is free.
    </>
  );
}
