import { json, type Made, type Sample } from "../sample";

const stripe = (type: string, what: string, object: (made: Made) => object): Sample => ({
  ...{ name: `stripe:${type}`, what, scheme: "stripe" as const },
  headers: { ...json, "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)" },
  body: (made) => ({
    ...{ id: `evt_${made.id}`, object: "event", api_version: "2025-03-31.basil", created: made.seconds },
    ...{ livemode: false, pending_webhooks: 1, type, data: { object: object(made) } },
    request: { id: `req_${made.id.slice(0, 14)}`, idempotency_key: null },
  }),
});

const customerId = ({ id }: Made) => `cus_${id.slice(0, 14)}`;
const person = { email: "ada@example.com", name: "Ada Byron" };

const intent = (made: Made, more: object) => ({
  ...{ id: `pi_${made.id}`, object: "payment_intent", amount: 4998, currency: "eur" },
  ...{ customer: customerId(made), metadata: { order: "1815" }, payment_method_types: ["card"] },
  ...more,
});

const invoice = (made: Made, more: object) => ({
  ...{ id: `in_${made.id}`, object: "invoice", amount_due: 1900, currency: "usd" },
  ...{ customer: customerId(made), customer_email: person.email, attempted: true },
  ...more,
});

const subscription = (made: Made, more: object) => ({
  ...{
    id: `sub_${made.id.slice(0, 24)}`,
    object: "subscription",
    customer: customerId(made),
    currency: "usd",
  },
  items: {
    data: [{ price: { id: "price_pro", unit_amount: 1900, recurring: { interval: "month" } }, quantity: 1 }],
  },
  start_date: made.seconds,
  ...more,
});

const charge = (made: Made, more: object) => ({
  ...{ id: `ch_${made.id.slice(0, 24)}`, object: "charge", amount: 4998, currency: "eur", paid: true },
  ...{ customer: customerId(made), payment_intent: `pi_${made.id}` },
  ...more,
});

export const stripeSamples: readonly Sample[] = [
  stripe("checkout.session.completed", "a checkout is paid", (made) => ({
    ...{ id: `cs_test_${made.id}`, object: "checkout.session", amount_subtotal: 4200, amount_total: 4998 },
    ...{ currency: "eur", customer: customerId(made), mode: "payment", status: "complete" },
    ...{ payment_intent: `pi_${made.id}`, payment_status: "paid", client_reference_id: "cart-1815" },
    customer_details: { ...person, address: { country: "GB" } },
    metadata: { order: "1815" },
  })),
  stripe("payment_intent.succeeded", "a payment succeeds", (made) =>
    intent(made, { status: "succeeded", amount_received: 4998 }),
  ),
  stripe("payment_intent.payment_failed", "a payment fails", (made) =>
    intent(made, {
      ...{ status: "requires_payment_method", amount_received: 0 },
      last_payment_error: { code: "card_declined", decline_code: "insufficient_funds", type: "card_error" },
    }),
  ),
  stripe("invoice.paid", "an invoice is paid", (made) =>
    invoice(made, { amount_paid: 1900, amount_remaining: 0, attempt_count: 1, status: "paid" }),
  ),
  stripe("invoice.payment_failed", "a card is declined", (made) =>
    invoice(made, {
      ...{ amount_paid: 0, amount_remaining: 1900, attempt_count: 2, status: "open" },
      next_payment_attempt: made.seconds + 259_200,
    }),
  ),
  stripe("customer.created", "a customer is created", (made) => ({
    ...{ id: customerId(made), object: "customer", created: made.seconds, ...person, currency: "eur" },
    ...{ balance: 0, delinquent: false, metadata: {} },
  })),
  stripe("customer.subscription.created", "a subscription starts", (made) =>
    subscription(made, { status: "active", cancel_at_period_end: false }),
  ),
  stripe("customer.subscription.updated", "a subscription will end with its period", (made) =>
    subscription(made, { status: "active", cancel_at_period_end: true, cancel_at: made.seconds + 1_209_600 }),
  ),
  stripe("customer.subscription.deleted", "a subscription has ended", (made) =>
    subscription(made, { status: "canceled", canceled_at: made.seconds, ended_at: made.seconds }),
  ),
  stripe("charge.refunded", "a charge is refunded", (made) =>
    charge(made, { refunded: true, amount_refunded: 4998 }),
  ),
  stripe("charge.dispute.created", "a charge is disputed", (made) => ({
    ...{ id: `dp_${made.id.slice(0, 24)}`, object: "dispute", amount: 4998, currency: "eur" },
    ...{ charge: `ch_${made.id.slice(0, 24)}`, reason: "fraudulent", status: "needs_response" },
    evidence_details: { due_by: made.seconds + 604_800, has_evidence: false },
  })),
];
