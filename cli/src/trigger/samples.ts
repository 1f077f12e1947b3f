import type { Sample } from "./sample";
import { commerceSamples } from "./samples/commerce";
import { developmentSamples } from "./samples/development";
import { githubSamples } from "./samples/github";
import { messagingSamples } from "./samples/messaging";
import { otherSamples } from "./samples/others";
import { stripeSamples } from "./samples/stripe";

export const samples: readonly Sample[] = [
  ...githubSamples,
  ...stripeSamples,
  ...commerceSamples,
  ...messagingSamples,
  ...developmentSamples,
  ...otherSamples,
];
