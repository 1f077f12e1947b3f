import { hmacIn, json, type Made, type Sample } from "../sample";

const shopify = (topic: string, what: string, body: (made: Made) => object): Sample => ({
  ...{ name: `shopify:${topic}`, what, scheme: "shopify" as const, body },
  headers: {
    ...json,
    "X-Shopify-Topic": topic,
    "X-Shopify-Shop-Domain": "acme.myshopify.example",
    "X-Shopify-API-Version": "2025-07",
  },
});

const customer = { id: 1815, first_name: "Ada", last_name: "Byron", email: "ada@example.com" };
const lineItems = [{ id: 1, title: "Punched cards", quantity: 2, price: "21.00", sku: "CARD-2" }];

const order = ({ seconds, iso }: Made, more: object) => ({
  ...{ id: seconds * 1000, name: "#1815", email: customer.email, currency: "EUR", created_at: iso },
  ...{ total_price: "49.98", subtotal_price: "42.00", fulfillment_status: null },
  ...{ line_items: lineItems, customer },
  ...more,
});

export const commerceSamples: readonly Sample[] = [
  shopify("orders/create", "an order is placed", (made) => order(made, { financial_status: "pending" })),
  shopify("orders/paid", "an order is paid", (made) => order(made, { financial_status: "paid" })),
  shopify("orders/fulfilled", "an order is shipped", (made) =>
    order(made, {
      ...{ financial_status: "paid", fulfillment_status: "fulfilled" },
      fulfillments: [{ tracking_company: "Acme Post", tracking_number: "AP1815" }],
    }),
  ),
  shopify("orders/cancelled", "an order is canceled", (made) =>
    order(made, { financial_status: "voided", cancelled_at: made.iso, cancel_reason: "customer" }),
  ),
  shopify("products/update", "a product changes", ({ iso }) => ({
    ...{ id: 7701, title: "Punched cards", vendor: "Acme", status: "active", updated_at: iso },
    variants: [{ id: 1, price: "21.00", sku: "CARD-2", inventory_quantity: 40 }],
  })),
  shopify("customers/create", "a customer signs up", ({ iso }) => ({
    ...customer,
    ...{ created_at: iso, orders_count: 0, total_spent: "0.00", state: "enabled" },
  })),
  shopify("app/uninstalled", "a shop removes the app", ({ iso }) => ({
    ...{ id: 1815, name: "Acme", domain: "acme.myshopify.example", updated_at: iso },
  })),
  {
    ...{ name: "woocommerce:order.created", what: "an order is placed", scheme: "hmac" },
    hmac: hmacIn("X-WC-Webhook-Signature", { encoding: "base64" }),
    headers: {
      ...json,
      "User-Agent": "WooCommerce/9.4.0 Hookshot (WordPress/6.7)",
      "X-WC-Webhook-Topic": "order.created",
      "X-WC-Webhook-Resource": "order",
      "X-WC-Webhook-Event": "created",
      "X-WC-Webhook-Source": "https://acme.example/",
    },
    body: ({ iso }) => ({
      ...{
        id: 1815,
        status: "processing",
        currency: "EUR",
        total: "49.98",
        date_created_gmt: iso.slice(0, 19),
      },
      billing: customer,
      line_items: [{ id: 1, name: "Punched cards", quantity: 2, total: "42.00", sku: "CARD-2" }],
    }),
  },
];
