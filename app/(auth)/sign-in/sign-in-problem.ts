const again = "Begin anew, and finish within ten minutes in the same browser.";

/** What better-auth reports to the page for signing in, by its codes, and what to do about it. */
const problems: Record<string, string> = {
  access_denied: "The other service did not let you through, or you pressed “Cancel” there. Try again.",
  account_not_linked:
    "The other service has not confirmed that this e-mail address is yours, and there is an account with it already. Confirm the address there, or sign in with your password.",
  email_not_found:
    "The other service told us no e-mail address of yours. Add one there and confirm it, then try again.",
  signup_disabled:
    "There is no account for you here yet, and new ones need an invitation. Ask an admin of your team for one, and open its link.",
  invitation_for_another_address:
    "The invitation is for another e-mail address than the one that the other service told us. Use the account with that address, or ask for an invitation to yours.",
  state_mismatch: `That took too long, or began in another browser. ${again}`,
  state_not_found: `That took too long, or began in another browser. ${again}`,
  please_restart_the_process: `That took too long, or began in another browser. ${again}`,
  connection_interrupted:
    "The service wasn't connected, because the session that started it has ended. Sign in, then connect it again.",
  unable_to_link_account: "The service couldn't be connected. Sign in, then try again.",
  invalid_code: `The other service no longer knew about your sign-in. ${again}`,
};

/** A sentence for the `error` of the page's address, which anybody can write: other codes are not repeated. */
export function signInProblem(error: string | string[] | undefined): string | undefined {
  if (error === undefined) return undefined;
  const code = typeof error === "string" ? error.toLowerCase() : "";
  return Object.hasOwn(problems, code)
    ? problems[code]
    : "Signing in through the other service did not work. Try again, or use your password.";
}
