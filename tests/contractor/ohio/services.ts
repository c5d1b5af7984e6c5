import type { ServiceInShort } from "~/content/types";

export const SERVICES = {
  "drain-cleaning": { title: "Drain Cleaning", short: "Drains", picture: "drains", onHome: true },
  "sewer-inspection": { title: "Sewer Camera Inspection", short: "Camera", picture: "camera", onHome: true },
  "sump-pumps": { title: "Sump Pumps", short: "Sump Pumps", picture: "pump" },
  "water-heaters": { title: "Water Heaters", short: "Heaters", picture: "heater" },
} as const satisfies Record<string, ServiceInShort>;

export type ServiceId = keyof typeof SERVICES;
