import { notFound, redirect } from "next/navigation";

type Props = { params: Promise<{ path?: string[] }> };

/** Pages of the documentation are files, which come first. */
export default async function DocsPage({ params }: Props) {
  const { path } = await params;
  if (path === undefined) redirect("/docs/index.html");
  const name = path.join("/");
  if (/^[a-z0-9/-]+$/.test(name)) redirect(`/docs/${name}.html`);
  notFound();
}
