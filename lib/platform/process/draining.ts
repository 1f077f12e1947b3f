import { singleton } from "../singleton";

/** Whether this process was told to end and takes requests only for a while, so that balancers look elsewhere. */
export const draining = (): { isOn: boolean } => singleton("draining", () => ({ isOn: false }));
