import { StrictMode } from "react";
import { renderToString } from "react-dom/server";
import { Shop } from "./react-shop";

// As a server renders it, which has no client.
const customers = process.argv.slice(2);
process.stdout.write(
  renderToString(
    <StrictMode>
      <Shop client={null} customers={customers} />
    </StrictMode>,
  ),
);
