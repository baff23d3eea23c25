// Written by `npm run generate:client` from the event map. Do not edit.

export interface components {
  schemas: {
    "store.saved": {
      /** Format: uuid */
      id: string;
      sanity_id: string | null;
    };
    "system.notification": {
      /** @constant */
      kind: "stock_alert";
      /** @enum {string} */
      alert: "below_zero" | "low";
      message: string;
      /** Format: uuid */
      variant_id: string;
      sku: string;
      name: string;
      /**
       * @description Whole for pieces, else at most three decimals.
       * @example 2
       */
      on_hand: number;
      /**
       * @description Whole for pieces, else at most three decimals.
       * @example 2
       */
      reorder_point: number;
    } | {
      /** @constant */
      kind: "drawer_opened";
      /** Format: uuid */
      operation_id: string;
      terminal_id: string;
      reason: string;
      /** Format: uuid */
      operator_id: string;
    } | {
      /** @constant */
      kind: "payment_alert";
      message: string;
      /** Format: uuid */
      payment_id: string;
      /** @example 12.50 */
      amount: string;
      currency: string;
    } | {
      /** @constant */
      kind: "webhook_endpoint_disabled";
      message: string;
      /** Format: uuid */
      endpoint_id: string;
    };
    "role.saved": {
      /** Format: uuid */
      id: string;
    };
    "barcode_pattern.changed": {
      /** Format: uuid */
      store_id: string;
    };
    "inventory.changed": {
      /** Format: uuid */
      variant_id: string;
      sku: string;
      /**
       * @description Whole for pieces, else at most three decimals.
       * @example 2
       */
      on_hand: number;
      /**
       * @description Whole for pieces, else at most three decimals.
       * @example 2
       */
      reserved: number;
      /** @description `on_hand` less `reserved`. */
      available: number;
      /**
       * @description Whole for pieces, else at most three decimals.
       * @example 2
       */
      reorder_point: number;
      /** @description What was added to `on_hand`. */
      change: number;
      /** @enum {string} */
      kind: "initial" | "receipt" | "adjustment" | "count" | "transfer_in" | "transfer_out" | "sale" | "return" | "void" | "reserve" | "release" | "settings";
    };
    "shift.opened": {
      /** Format: uuid */
      shift_id: string;
      terminal_id: string;
      /** @enum {string} */
      status: "open" | "closed";
      /** @example 12.50 */
      opening_float: string;
      /** Format: uuid */
      opened_by: string;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      opened_at: string;
    };
    "shift.closed": {
      /** Format: uuid */
      shift_id: string;
      terminal_id: string;
      /** @enum {string} */
      status: "open" | "closed";
      z_number: number | null;
      expected_amount: string | null;
      counted_amount: string | null;
      variance: string | null;
      closed_by: string | null;
      closed_at: string | null;
    };
    "payment_method.saved": {
      /** Format: uuid */
      id: string;
      sanity_id: string | null;
    };
    "payment_method.deleted": {
      /** Format: uuid */
      id: string;
      sanity_id: string | null;
    };
    "refund.action_required": {
      /** Format: uuid */
      id: string;
      refund_id: string;
      /** Format: uuid */
      payment_id: string;
      /** Format: uuid */
      sale_id: string;
      /** @description The number of the sale. */
      transaction_id: string;
      /** @example 12.50 */
      amount: string;
      /** @example 12.50 */
      tip?: string;
      /** @enum {string} */
      status: "pending" | "succeeded" | "failed";
      /** @enum {string} */
      cause: "void" | "return" | "refund" | "late_success";
      currency: string;
      reason: string;
      action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
    };
    "refund.action_done": {
      /** Format: uuid */
      id: string;
      refund_id: string;
      /** Format: uuid */
      payment_id: string;
      /** Format: uuid */
      sale_id: string;
      /** @description The number of the sale. */
      transaction_id: string;
      /** @example 12.50 */
      amount: string;
      /** @example 12.50 */
      tip?: string;
      /** @enum {string} */
      status: "pending" | "succeeded" | "failed";
      /** @enum {string} */
      cause: "void" | "return" | "refund" | "late_success";
      /** @enum {string} */
      action: "confirm_on_terminal" | "pay_out_cash";
      way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
    };
    "approval.requested": {
      /** Format: uuid */
      request_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
      request_type: string;
      /** @example 12.50 */
      amount: string;
      /** @description Number of the sale, of approvals that are for one. */
      transaction_id?: string;
      /** Format: uuid */
      requested_by: string;
      decided_by: string | null;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      expires_at: string;
      /** @description Set once the approval is consumed. */
      used_for?: string;
    };
    "approval.approved": {
      /** Format: uuid */
      request_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
      request_type: string;
      /** @example 12.50 */
      amount: string;
      /** @description Number of the sale, of approvals that are for one. */
      transaction_id?: string;
      /** Format: uuid */
      requested_by: string;
      decided_by: string | null;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      expires_at: string;
      /** @description Set once the approval is consumed. */
      used_for?: string;
    };
    "approval.denied": {
      /** Format: uuid */
      request_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
      request_type: string;
      /** @example 12.50 */
      amount: string;
      /** @description Number of the sale, of approvals that are for one. */
      transaction_id?: string;
      /** Format: uuid */
      requested_by: string;
      decided_by: string | null;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      expires_at: string;
      /** @description Set once the approval is consumed. */
      used_for?: string;
    };
    "approval.cancelled": {
      /** Format: uuid */
      request_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
      request_type: string;
      /** @example 12.50 */
      amount: string;
      /** @description Number of the sale, of approvals that are for one. */
      transaction_id?: string;
      /** Format: uuid */
      requested_by: string;
      decided_by: string | null;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      expires_at: string;
      /** @description Set once the approval is consumed. */
      used_for?: string;
    };
    "approval.expired": {
      /** Format: uuid */
      request_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
      request_type: string;
      /** @example 12.50 */
      amount: string;
      /** @description Number of the sale, of approvals that are for one. */
      transaction_id?: string;
      /** Format: uuid */
      requested_by: string;
      decided_by: string | null;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      expires_at: string;
      /** @description Set once the approval is consumed. */
      used_for?: string;
    };
    "approval.consumed": {
      /** Format: uuid */
      request_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
      request_type: string;
      /** @example 12.50 */
      amount: string;
      /** @description Number of the sale, of approvals that are for one. */
      transaction_id?: string;
      /** Format: uuid */
      requested_by: string;
      decided_by: string | null;
      /**
       * Format: date-time
       * @description UTC, ISO 8601 with Z
       */
      expires_at: string;
      /** @description Set once the approval is consumed. */
      used_for?: string;
    };
    "transaction.created": {
      /** @description The number of the sale. */
      transaction_id: string;
      /** @enum {string} */
      status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
      /** @example 12.50 */
      total_amount: string;
      /** @enum {string} */
      source_system: "pos" | "web_commerce" | "dashboard" | "api";
      /** @description Sales of a till: a price is not that of the catalogue. */
      price_overridden?: boolean;
    };
    "transaction.updated": {
      /** @description The number of the sale. */
      transaction_id: string;
      /** @enum {string} */
      status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
      /** @example 12.50 */
      total_amount: string;
      /** @example 12.50 */
      total_paid: string;
      /** @enum {string} */
      previous_status?: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
      /** @enum {string} */
      source_system?: "pos" | "web_commerce" | "dashboard" | "api";
      /** @description Why the payment of a web order failed. */
      reason?: string;
      changed?: ("notes" | "line_items" | "customer")[];
    };
    "transaction.completed": {
      /** @description The number of the sale. */
      transaction_id: string;
      /** @enum {string} */
      status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
      /** @example 12.50 */
      total_amount: string;
      /** @example 12.50 */
      total_paid: string;
      /** @enum {string} */
      source_system?: "pos" | "web_commerce" | "dashboard" | "api";
      applied_promotions?: {
        /** Format: uuid */
        promotion_id: string;
        /** @example 12.50 */
        amount: string;
      }[];
      /** @description The visit and the customer, for A/B tests. */
      subject_keys?: string[];
    };
    "card_payment.updated": {
      /** Format: uuid */
      payment_id: string;
      payment_intent_id: string | null;
      /** @enum {string} */
      status: "in_progress" | "succeeded" | "declined" | "timed_out" | "uncertain" | "canceled";
      /** @example 12.50 */
      amount: string;
      failure_code: string | null;
      message: string | null;
      /** @example 12.50 */
      tip?: string;
      card_last_four: string | null;
      card_brand: string | null;
      transaction: {
        /** @description The number of the sale. */
        transaction_id: string;
        /** @enum {string} */
        status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
        /** @example 12.50 */
        total_amount: string;
        /** @example 12.50 */
        total_paid: string;
        /** @example 12.50 */
        amount_due: string;
      };
    };
    "return.created": {
      /** Format: uuid */
      id: string;
      return_number: string;
      /** @description The number of the sale. */
      transaction_id: string;
      /** @enum {string} */
      status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
      /** @example 12.50 */
      refund_amount: string;
    };
    "tiles.saved": {
      /** Format: uuid */
      store_id: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}

export type LiveData = components['schemas'];
