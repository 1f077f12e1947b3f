import type { Purpose } from "./cli-request";

type Texts = {
  title: string;
  /** The command that a person must have run. */
  command: string;
  question: (machine: string) => string;
  consequence: string;
  keyName: string;
  allowed: string;
  denied: string;
};

/** The texts of the page for each of its purposes. */
export const purposeText: Readonly<Record<Purpose, Texts>> = {
  login: {
    title: "Sign in a command line",
    command: "fieldkit login",
    question: (machine) => `Sign in the command line on ${machine}?`,
    consequence: "Fieldkit creates a personal API key for it, which has your role in the project.",
    keyName: "Command line",
    allowed: "The command line is signed in. Go back to your terminal.",
    denied: "Sign-in denied. You can close this page.",
  },
  key: {
    title: "Create a key for a terminal",
    command: "fieldkit key create",
    question: (machine) => `Create a key for the terminal on ${machine}?`,
    consequence:
      "Fieldkit creates a personal API key, which has your role in the project, and prints it there.",
    keyName: "Terminal",
    allowed: "Key created. Go back to your terminal.",
    denied: "No key was created. You can close this page.",
  },
};
