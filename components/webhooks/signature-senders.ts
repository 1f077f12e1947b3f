import type { SchemeName } from "@/lib/webhooks/signatures/contract";

type Sender = {
  /** How people call it. */
  name: string;
  /** What the sender calls the secret. */
  secret: string;
  /** Where the secret is found there. */
  where: string;
};

export const senders: Record<SchemeName, Sender> = {
  github: {
    name: "GitHub",
    secret: "Secret",
    where: "What you typed as the secret of the webhook, in the settings of the repository or organization.",
  },
  stripe: {
    name: "Stripe",
    secret: "Signing secret",
    where: "Workbench, Webhooks, the endpoint, Signing secret: it begins with whsec_.",
  },
  slack: {
    name: "Slack",
    secret: "Signing secret",
    where: "api.slack.com/apps, your app, Basic Information, App Credentials.",
  },
  shopify: {
    name: "Shopify",
    secret: "Client secret",
    where: "The client secret of the app. Of webhooks made in the admin: Settings, Notifications, Webhooks.",
  },
  twilio: {
    name: "Twilio",
    secret: "Auth token",
    where:
      "The console's start page, Account Info. Give Twilio exactly this inbox's address, which it signs.",
  },
  "standard-webhooks": {
    name: "Standard Webhooks",
    secret: "Signing secret",
    where: "The page of the endpoint at the sender: it begins with whsec_.",
  },
  svix: {
    name: "Svix",
    secret: "Signing secret",
    where: "The sender's portal, Endpoints, Signing Secret: it begins with whsec_.",
  },
  hmac: {
    name: "Another sender (HMAC)",
    secret: "Secret",
    where: "For a sender that puts an HMAC of the body into a header, as its documentation says.",
  },
};
