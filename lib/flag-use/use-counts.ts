export const minuteMs = 60 * 1000;
export const hourMs = 60 * minuteMs;

export type FlagKind = "global" | "group";

/** An answer of a flag: all that it is counted by besides the environment. */
export type FlagAnswer = {
  kind: FlagKind;
  flagId: string;
  /** `on`, `off`, the key of a variant, or `override`. */
  answer: string;
};

/** A flag's answer in an environment in an hour. */
export type Use = FlagAnswer & {
  projectId: string;
  environmentId: string;
  /** Hours since 1970. */
  hour: number;
};

/** How often it was given since it was stored last. Small integers alone, because they are changed in place. */
export class Tally {
  count = 0;
  constructor(
    readonly use: Use,
    /** When it was given last, in minutes since 1970. */
    public lastMinute: number,
  ) {}
}

/** The answers that everybody gets who gets nothing else, as one: each counts when the whole does. */
export type AnswerList = {
  answers: readonly CountedAnswer[];
  /** What else there is instead of each. */
  instead: readonly (readonly CountedAnswer[])[];
};

/** An answer that is another than that of its list, in 32 bits: its place in the list, and among those instead. */
export const exchange = (place: number, instead: number): number => (place << 8) | instead;
/** How many others an answer of a list has at most. */
export const insteadMax = 256;

type OfProject = {
  /** By environment, kind, flag and answer. */
  tallies: Map<string, Tally>;
  /** By environment. */
  lists: Map<AnswerList, Map<string, { count: number; lastMinute: number }>>;
};

/** An answer with the numbers that count it: the last one, which nearly always is the next one, too, and others. */
export class CountedAnswer implements FlagAnswer {
  /** The numbers of an earlier lot are stored, or are about to be. */
  lot = 0;
  environmentId = "";
  tally: Tally | undefined;
  /** By environment. */
  others: Map<string, Tally> | undefined;

  constructor(
    readonly kind: FlagKind,
    readonly flagId: string,
    readonly answer: string,
  ) {}
}

export type UseCountsOptions = {
  /** Answers in memory at most, and those of a project: what strangers ask for must not take all of it. */
  talliesMax: number;
  projectTalliesMax: number;
  /** Members of lists at most that wait to be counted one by one. */
  listedMax: number;
};

export type Place = { projectId: string; environmentId: string };

/**
 * Counts answers of flags in memory. To count is to find a number and to add one, for an answer with all flags of a
 * group to find one number for all of them; nothing waits for it. Where there is no room for a new number, its answer is not
 * counted until the next time that all is stored.
 */
export class UseCounts {
  readonly #options: UseCountsOptions;
  #projects = new Map<string, OfProject>();
  /** Another one after each time that all was taken, and in each hour. */
  #lot = 1;
  #hour = -1;
  /** Taken, and not known to be stored. */
  #leaving = new Set<Tally>();
  #size = 0;
  #listed = 0;
  /** Differs before and after counts go to the database. */
  moved = 0;
  /** How many were not counted for want of room. */
  dropped = 0;

  constructor(options: UseCountsOptions) {
    this.#options = options;
  }

  /** How many numbers wait to be stored. Those of lists are one for each. */
  get size(): number {
    return this.#size + this.#listed;
  }

  /** Counts an answer that was given so often. */
  add(place: Place, answer: CountedAnswer, now: number, count = 1): void {
    this.#addTo(place, answer, count, this.#turnTo(now));
  }

  /** Counts many. */
  addAll(place: Place, given: readonly { counted: CountedAnswer }[], now: number): void {
    const minute = this.#turnTo(now);
    for (const { counted } of given) this.#addTo(place, counted, 1, minute);
  }

  /**
   * Counts all answers of a list, but for some that were others.
   * @param others made by `exchange`
   */
  addList(place: Place, list: AnswerList, others: Uint32Array, now: number): void {
    const minute = this.#turnTo(now);
    const { lists } = this.#of(place.projectId);
    const known = lists.get(list);
    const whole = known?.get(place.environmentId);
    if (whole) {
      whole.count += 1;
      whole.lastMinute = minute;
    } else if (this.#listed + list.answers.length > this.#options.listedMax) {
      for (const answer of list.answers) this.#addTo(place, answer, 1, minute);
    } else {
      this.#listed += list.answers.length;
      const begun = { count: 1, lastMinute: minute };
      if (known) known.set(place.environmentId, begun);
      else lists.set(list, new Map([[place.environmentId, begun]]));
    }
    for (const each of others) {
      const at = each >>> 8;
      const instead = list.instead[at]?.[each & (insteadMax - 1)];
      const usual = list.answers[at];
      if (!instead || !usual) continue;
      this.#addTo(place, instead, 1, minute);
      this.#addTo(place, usual, -1, minute);
    }
  }

  /** Whether numbers are in memory that may be in the database, too. */
  get isMoving(): boolean {
    return this.#leaving.size > 0;
  }

  /** What this process has counted of a project's flags and not stored. */
  of(projectId: string): Tally[] {
    const found = this.#projects.get(projectId);
    if (found) this.#unlist(projectId, found);
    const leaving = [...this.#leaving].filter(({ use }) => use.projectId === projectId);
    return [...(found?.tallies.values() ?? []), ...leaving].filter(({ count }) => count > 0);
  }

  /** Takes all that was counted, project by project. Each is to be put back, or told to have been stored. */
  take(): Tally[] {
    for (const [projectId, found] of this.#projects) this.#unlist(projectId, found);
    for (const { tallies } of this.#projects.values()) {
      for (const each of tallies.values()) if (each.count > 0) this.#leaving.add(each);
    }
    this.#projects = new Map();
    this.#lot += 1;
    this.#size = 0;
    this.moved += 1;
    return [...this.#leaving];
  }

  /** What was taken is stored, or there is nobody left whose it is. */
  leave(stored: readonly Tally[]): void {
    for (const each of stored) this.#leaving.delete(each);
    this.moved += 1;
  }

  /** What was taken could not be stored. */
  putBack(taken: readonly Tally[]): void {
    for (const each of taken) {
      if (!this.#leaving.delete(each)) continue;
      const { tallies } = this.#of(each.use.projectId);
      const key = keyOf(each.use, each.use.environmentId, each.use.hour);
      const since = tallies.get(key);
      if (since) {
        since.count += each.count;
        since.lastMinute = Math.max(since.lastMinute, each.lastMinute);
      } else if (this.#hasRoom(tallies)) {
        this.#size += 1;
        tallies.set(key, each);
      } else this.dropped += each.count;
    }
  }

  #of(projectId: string): OfProject {
    const found = this.#projects.get(projectId);
    if (found) return found;
    const begun: OfProject = { tallies: new Map(), lists: new Map() };
    this.#projects.set(projectId, begun);
    return begun;
  }

  /** Numbers of the hour before wait in the same place: their keys have their hour. @returns the minute */
  #turnTo(now: number): number {
    const minute = Math.floor(now / minuteMs);
    const hour = Math.floor(minute / 60);
    if (hour === this.#hour) return minute;
    for (const [projectId, found] of this.#projects) this.#unlist(projectId, found);
    this.#hour = hour;
    this.#lot += 1;
    return minute;
  }

  #addTo(place: Place, answer: CountedAnswer, count: number, minute: number): void {
    const isKnown = answer.lot === this.#lot && answer.environmentId === place.environmentId;
    const tally = isKnown ? answer.tally : this.#find(place, answer, minute);
    if (tally) {
      tally.count += count;
      if (count > 0) tally.lastMinute = minute;
    } else if (count > 0) this.dropped += count;
  }

  #find(place: Place, answer: CountedAnswer, minute: number): Tally | undefined {
    const { environmentId } = place;
    if (answer.lot !== this.#lot) {
      answer.lot = this.#lot;
      answer.others = undefined;
    } else if (answer.tally) {
      answer.others ??= new Map();
      answer.others.set(answer.environmentId, answer.tally);
    }
    answer.environmentId = environmentId;
    answer.tally = answer.others?.get(environmentId) ?? this.#tallyOf(place, answer, minute);
    return answer.tally;
  }

  #tallyOf({ projectId, environmentId }: Place, answer: CountedAnswer, minute: number): Tally | undefined {
    const { tallies } = this.#of(projectId);
    const hour = this.#hour;
    const key = keyOf(answer, environmentId, hour);
    let tally = tallies.get(key);
    if (!tally && this.#hasRoom(tallies)) {
      const { kind, flagId, answer: given } = answer;
      tally = new Tally({ projectId, environmentId, kind, flagId, answer: given, hour }, minute);
      tallies.set(key, tally);
      this.#size += 1;
    }
    return tally;
  }

  #hasRoom(tallies: ReadonlyMap<string, Tally>): boolean {
    return this.#size < this.#options.talliesMax && tallies.size < this.#options.projectTalliesMax;
  }

  /** Counts the members of lists one by one. */
  #unlist(projectId: string, { lists }: OfProject): void {
    for (const [{ answers }, byEnvironment] of lists) {
      for (const [environmentId, { count, lastMinute }] of byEnvironment) {
        this.#listed -= answers.length;
        for (const answer of answers) {
          const tally = this.#find({ projectId, environmentId }, answer, lastMinute);
          if (!tally) this.dropped += count;
          else {
            tally.count += count;
            tally.lastMinute = Math.max(tally.lastMinute, lastMinute);
          }
        }
      }
    }
    lists.clear();
  }
}

const keyOf = ({ kind, flagId, answer }: FlagAnswer, environmentId: string, hour: number) =>
  `${environmentId} ${hour} ${kind} ${flagId} ${answer}`;
