import { notFound, redirect } from "next/navigation";
import { myTeams } from "@/app/(dashboard)/find-project";

/** The front door: the personal team's projects, or the way to sign in. */
export default async function HomePage() {
  const teams = await myTeams();
  const team = teams.find(({ isPersonal }) => isPersonal) ?? teams[0];
  if (!team) notFound();
  redirect(`/${team.slug}`);
}
