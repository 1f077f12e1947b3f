import { form, hmacIn, json, type Sample } from "../sample";

export const otherSamples: readonly Sample[] = [
  {
    ...{ name: "svix:user.created", what: "an account is created, in the format of Svix", scheme: "svix" },
    headers: { ...json, "User-Agent": "Svix-Webhooks/1.0" },
    body: ({ id, iso }) => ({
      ...{ type: "user.created", timestamp: iso },
      data: { id: `user_${id.slice(0, 12)}`, email: "ada@example.com", name: "Ada Byron" },
    }),
  },
  {
    ...{
      name: "standard:contact.updated",
      what: "a contact changes, as Standard Webhooks",
      scheme: "standard-webhooks",
    },
    headers: json,
    body: ({ id, iso }) => ({
      ...{ type: "contact.updated", timestamp: iso },
      data: { id: `ctc_${id.slice(0, 12)}`, fields: ["email"], email: "ada@example.com" },
    }),
  },
  {
    ...{
      name: "standard:invoice.paid",
      what: "an invoice is paid, as Standard Webhooks",
      scheme: "standard-webhooks",
    },
    headers: json,
    body: ({ id, iso }) => ({
      ...{ type: "invoice.paid", timestamp: iso },
      data: { id: `inv_${id.slice(0, 12)}`, amount: 1900, currency: "EUR", customer: "ctc_ada" },
    }),
  },
  {
    ...{ name: "typeform:form_response", what: "a form is submitted", scheme: "hmac" },
    hmac: hmacIn("Typeform-Signature", { encoding: "base64", prefix: "sha256=" }),
    headers: { ...json, "User-Agent": "Typeform Webhooks" },
    body: ({ id, iso }) => ({
      ...{ event_id: id, event_type: "form_response" },
      form_response: {
        ...{ form_id: "acme", token: id, submitted_at: iso, hidden: { order: "1815" } },
        answers: [{ type: "number", number: 5, field: { id: "rating", type: "rating" } }],
      },
    }),
  },
  {
    ...{ name: "generic:event", what: "a small JSON object, with an HMAC in X-Signature", scheme: "hmac" },
    headers: { ...json, "User-Agent": "fieldkit" },
    body: ({ id, iso }) => ({
      id,
      type: "order.created",
      createdAt: iso,
      data: { order: 1815, total: 49.98 },
    }),
  },
  {
    ...{ name: "generic:form", what: "a submitted form, with an HMAC in X-Signature", scheme: "hmac" },
    headers: { ...form, "User-Agent": "fieldkit" },
    body: ({ id }) => ({ id, type: "contact", name: "Ada Byron", email: "ada@example.com" }),
  },
];
