import type { JsonSchema } from "../../model/json.ts";

interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
  /** Moves a value outside the bounds to the nearer one instead of refusing it. */
  readonly clamp: boolean;
}

/** The value, moved into the bounds when they clamp; otherwise a message when it is outside. Bounds are inclusive. */
export function fitBounds(value: number, bounds: Bounds): number | string {
  const { min, max } = bounds;
  if (min !== null && value < min) return bounds.clamp ? min : `Value ${value} is below minimum ${min}.`;
  if (max !== null && value > max) return bounds.clamp ? max : `Value ${value} is above maximum ${max}.`;
  return value;
}

/** Clamping bounds refuse nothing, so they are no part of what a schema demands. */
export function boundsToSchema(bounds: Bounds): JsonSchema {
  if (bounds.clamp) return {};
  return {
    ...(bounds.min === null ? {} : { minimum: bounds.min }),
    ...(bounds.max === null ? {} : { maximum: bounds.max }),
  };
}
