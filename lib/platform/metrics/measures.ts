import { lazily, singleton } from "@/lib/platform/singleton";
import type { MetricName } from "./definitions";

export type Sample = { name: MetricName; labels?: Record<string, string>; value: number };

/** Reads samples when a scrape asks. Fast, or a promise. Samples of the same name and labels are added up. */
export type Measure = () => Sample[] | Promise<Sample[]>;

/** What a scrape asks: whoever has something to measure adds it, and nothing is read before. */
export const measures = lazily(() => singleton("measures", () => new Set<Measure>()));

/** Adds a measure. @returns takes it away again */
export function addMeasure(measure: Measure): () => void {
  measures().add(measure);
  return () => measures().delete(measure);
}
