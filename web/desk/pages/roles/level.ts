import type { StaffRole } from '../../types.js';

export const LEVELS = ['cashier', 'supervisor', 'manager'] as const;
export type Level = (typeof LEVELS)[number];

/** The built-in role that a role belongs to. */
export const levelOf = ({ base_role: level }: StaffRole): Level | 'admin' =>
  LEVELS.find(one => one === level) ?? 'admin';
