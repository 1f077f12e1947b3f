"use client";

import DashboardError from "@/app/(dashboard)/[team]/error";

export default DashboardError;
