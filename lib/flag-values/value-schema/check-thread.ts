import { carryOut } from "@/lib/platform/workers/carry-out";
import { checkProgram } from "./check-program";
import { checkValues } from "./check-values";

export default carryOut(checkProgram, (text) => checkValues(JSON.parse(text)));
