import { notFound, redirect } from "next/navigation";
import { load } from "@/lib/api/load";
import { handleListTeams } from "@/lib/teams/list-teams";

/** Redirects to the personal team's projects, or to sign-in. */
export default async function HomePage() {
  const teams = await load(handleListTeams, { fields: ["slug", "isPersonal"] });
  const team = teams.find(({ isPersonal }) => isPersonal) ?? teams[0];
  if (!team) notFound();
  redirect(`/${team.slug}`);
}
