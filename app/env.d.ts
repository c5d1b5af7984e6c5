/// <reference types="@remix-run/node" />
/// <reference types="@remix-run/dev" />
import "react";

declare module "@remix-run/node" {
  interface Future {
    v3_singleFetch: true;
  }
}

// HTML attributes that React 18 has no types for. It passes them through, in lowercase.
declare module "react" {
  interface HTMLAttributes<T> {
    fetchpriority?: "high" | "low" | undefined;
    inert?: "" | undefined;
    popover?: "auto";
    popovertarget?: string;
  }
  interface VideoHTMLAttributes<T> {
    loading?: "lazy";
  }
}
