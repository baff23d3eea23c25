// Written by `npm run generate:client` from the schemas of the routes. Do not edit.

export interface paths {
  "/stores/": {
    /** List the stores you may see */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              site_id: string | null;
              time_zone: string;
              currency: string;
              email: string;
              phone: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              pickup_enabled: boolean;
              pay_at_store_enabled: boolean;
              approval_policy: {
                [key: string]: unknown;
              };
              shipping_rates: {
                id: number;
                code: string;
                title: string;
                turnaround?: string;
                /** @example 12.50 */
                price: string;
              }[];
              /** @example 12.50 */
              cash_variance_tolerance: string;
              /** @example 12.50 */
              layaway_fee: string;
              layaway_days: number;
              /** @enum {string} */
              cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
              require_shift: boolean;
              require_paired_tills: boolean;
              mail_aliases_are_one: boolean;
              /** @enum {string} */
              language: "en" | "de";
              receipt_header: string;
              receipt_footer: string;
              receipt_logo_id: string | null;
              printer_networks: string[];
              prices_include_tax: boolean;
              shipping_tax_class: string | null;
              /** @description What one point pays; 0.0000: nothing */
              points_value: string;
              points_months: number | null;
              gift_card_months: number | null;
              /** @description Points for each whole unit of currency */
              loyalty_points_per_unit: number;
              customer_retention_days: number | null;
              tax_jurisdictions: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
                /** @description Of standard goods on days without another rate */
                rate: string;
                rates: {
                  tax_class: string;
                  rate: string;
                  valid_from: string | null;
                  valid_to: string | null;
                }[];
              }[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Open a store */
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
            site_id?: string | null;
            time_zone?: string;
            currency?: string;
            email?: string;
            phone?: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            is_active?: boolean;
            pickup_enabled?: boolean;
            pay_at_store_enabled?: boolean;
            approval_policy?: {
              price_override?: boolean;
              tax_variance?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              discount_above?: string | number;
              /** @description Of a line, for staff who cannot approve themselves. */
              discount_percent_above?: number;
              /** @description True: staff who cannot approve themselves may not lower a price below cost. */
              below_cost?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              supervisor_limit?: string | number;
              /** @description False: a till may cancel a partly paid sale without approval. */
              void?: boolean;
            };
            shipping_rates?: {
              id: number;
              code: string;
              title: string;
              turnaround?: string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              price: string | number;
            }[];
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            cash_variance_tolerance?: string | number;
            /**
             * @description What the store keeps of the payments of a cancelled layaway.
             * @example 12.50
             */
            layaway_fee?: string | number;
            /** @description How long a layaway keeps its goods. */
            layaway_days?: number;
            /**
             * @description What is due in cash is rounded half up to this step.
             * @example 0.05
             * @enum {unknown}
             */
            cash_rounding?: "none" | "0.05" | "0.10" | "0.50" | "1.00" | 0.05 | 0.1 | 0.5 | 1;
            /** @description Whether tills take payments only with an open shift. */
            require_shift?: boolean;
            /** @description Whether tills take PINs only from paired devices. */
            require_paired_tills?: boolean;
            /** @description Whether mail addresses that differ only by dots and a plus tag are one customer, in limits per customer. */
            mail_aliases_are_one?: boolean;
            /**
             * @description Of receipts, and of mails to people without one of their own.
             * @enum {string}
             */
            language?: "en" | "de";
            /** @description Printed below the address; lines stay lines. */
            receipt_header?: string;
            receipt_footer?: string;
            receipt_logo_id?: string | null;
            /** @description Where the service may reach printers; empty: private networks. */
            printer_networks?: string[];
            /** @description Whether prices, subtotals and shipping contain their tax. */
            prices_include_tax?: boolean;
            shipping_tax_class?: string | null;
            loyalty_points_per_unit?: number;
            customer_retention_days?: number | null;
            /**
             * @description What one point pays; 0: points do not pay here
             * @example 0.01
             */
            points_value?: string;
            points_months?: number | null;
            gift_card_months?: number | null;
            tax_jurisdiction_ids?: string[];
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              site_id: string | null;
              time_zone: string;
              currency: string;
              email: string;
              phone: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              pickup_enabled: boolean;
              pay_at_store_enabled: boolean;
              approval_policy: {
                [key: string]: unknown;
              };
              shipping_rates: {
                id: number;
                code: string;
                title: string;
                turnaround?: string;
                /** @example 12.50 */
                price: string;
              }[];
              /** @example 12.50 */
              cash_variance_tolerance: string;
              /** @example 12.50 */
              layaway_fee: string;
              layaway_days: number;
              /** @enum {string} */
              cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
              require_shift: boolean;
              require_paired_tills: boolean;
              mail_aliases_are_one: boolean;
              /** @enum {string} */
              language: "en" | "de";
              receipt_header: string;
              receipt_footer: string;
              receipt_logo_id: string | null;
              printer_networks: string[];
              prices_include_tax: boolean;
              shipping_tax_class: string | null;
              /** @description What one point pays; 0.0000: nothing */
              points_value: string;
              points_months: number | null;
              gift_card_months: number | null;
              /** @description Points for each whole unit of currency */
              loyalty_points_per_unit: number;
              customer_retention_days: number | null;
              tax_jurisdictions: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
                /** @description Of standard goods on days without another rate */
                rate: string;
                rates: {
                  tax_class: string;
                  rate: string;
                  valid_from: string | null;
                  valid_to: string | null;
                }[];
              }[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/stores/{store}/": {
    /** A store by code, UUID or content id */
    get: {
      parameters: {
        path: {
          store: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              site_id: string | null;
              time_zone: string;
              currency: string;
              email: string;
              phone: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              pickup_enabled: boolean;
              pay_at_store_enabled: boolean;
              approval_policy: {
                [key: string]: unknown;
              };
              shipping_rates: {
                id: number;
                code: string;
                title: string;
                turnaround?: string;
                /** @example 12.50 */
                price: string;
              }[];
              /** @example 12.50 */
              cash_variance_tolerance: string;
              /** @example 12.50 */
              layaway_fee: string;
              layaway_days: number;
              /** @enum {string} */
              cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
              require_shift: boolean;
              require_paired_tills: boolean;
              mail_aliases_are_one: boolean;
              /** @enum {string} */
              language: "en" | "de";
              receipt_header: string;
              receipt_footer: string;
              receipt_logo_id: string | null;
              printer_networks: string[];
              prices_include_tax: boolean;
              shipping_tax_class: string | null;
              /** @description What one point pays; 0.0000: nothing */
              points_value: string;
              points_months: number | null;
              gift_card_months: number | null;
              /** @description Points for each whole unit of currency */
              loyalty_points_per_unit: number;
              customer_retention_days: number | null;
              tax_jurisdictions: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
                /** @description Of standard goods on days without another rate */
                rate: string;
                rates: {
                  tax_class: string;
                  rate: string;
                  valid_from: string | null;
                  valid_to: string | null;
                }[];
              }[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a store */
    put: {
      parameters: {
        path: {
          store: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
            site_id?: string | null;
            time_zone?: string;
            currency?: string;
            email?: string;
            phone?: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            is_active?: boolean;
            pickup_enabled?: boolean;
            pay_at_store_enabled?: boolean;
            approval_policy?: {
              price_override?: boolean;
              tax_variance?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              discount_above?: string | number;
              /** @description Of a line, for staff who cannot approve themselves. */
              discount_percent_above?: number;
              /** @description True: staff who cannot approve themselves may not lower a price below cost. */
              below_cost?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              supervisor_limit?: string | number;
              /** @description False: a till may cancel a partly paid sale without approval. */
              void?: boolean;
            };
            shipping_rates?: {
              id: number;
              code: string;
              title: string;
              turnaround?: string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              price: string | number;
            }[];
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            cash_variance_tolerance?: string | number;
            /**
             * @description What the store keeps of the payments of a cancelled layaway.
             * @example 12.50
             */
            layaway_fee?: string | number;
            /** @description How long a layaway keeps its goods. */
            layaway_days?: number;
            /**
             * @description What is due in cash is rounded half up to this step.
             * @example 0.05
             * @enum {unknown}
             */
            cash_rounding?: "none" | "0.05" | "0.10" | "0.50" | "1.00" | 0.05 | 0.1 | 0.5 | 1;
            /** @description Whether tills take payments only with an open shift. */
            require_shift?: boolean;
            /** @description Whether tills take PINs only from paired devices. */
            require_paired_tills?: boolean;
            /** @description Whether mail addresses that differ only by dots and a plus tag are one customer, in limits per customer. */
            mail_aliases_are_one?: boolean;
            /**
             * @description Of receipts, and of mails to people without one of their own.
             * @enum {string}
             */
            language?: "en" | "de";
            /** @description Printed below the address; lines stay lines. */
            receipt_header?: string;
            receipt_footer?: string;
            receipt_logo_id?: string | null;
            /** @description Where the service may reach printers; empty: private networks. */
            printer_networks?: string[];
            /** @description Whether prices, subtotals and shipping contain their tax. */
            prices_include_tax?: boolean;
            shipping_tax_class?: string | null;
            loyalty_points_per_unit?: number;
            customer_retention_days?: number | null;
            /**
             * @description What one point pays; 0: points do not pay here
             * @example 0.01
             */
            points_value?: string;
            points_months?: number | null;
            gift_card_months?: number | null;
            tax_jurisdiction_ids?: string[];
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              site_id: string | null;
              time_zone: string;
              currency: string;
              email: string;
              phone: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              pickup_enabled: boolean;
              pay_at_store_enabled: boolean;
              approval_policy: {
                [key: string]: unknown;
              };
              shipping_rates: {
                id: number;
                code: string;
                title: string;
                turnaround?: string;
                /** @example 12.50 */
                price: string;
              }[];
              /** @example 12.50 */
              cash_variance_tolerance: string;
              /** @example 12.50 */
              layaway_fee: string;
              layaway_days: number;
              /** @enum {string} */
              cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
              require_shift: boolean;
              require_paired_tills: boolean;
              mail_aliases_are_one: boolean;
              /** @enum {string} */
              language: "en" | "de";
              receipt_header: string;
              receipt_footer: string;
              receipt_logo_id: string | null;
              printer_networks: string[];
              prices_include_tax: boolean;
              shipping_tax_class: string | null;
              /** @description What one point pays; 0.0000: nothing */
              points_value: string;
              points_months: number | null;
              gift_card_months: number | null;
              /** @description Points for each whole unit of currency */
              loyalty_points_per_unit: number;
              customer_retention_days: number | null;
              tax_jurisdictions: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
                /** @description Of standard goods on days without another rate */
                rate: string;
                rates: {
                  tax_class: string;
                  rate: string;
                  valid_from: string | null;
                  valid_to: string | null;
                }[];
              }[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a store that nothing refers to */
    delete: {
      parameters: {
        path: {
          store: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a store */
    patch: {
      parameters: {
        path: {
          store: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code?: string;
            name?: string;
            site_id?: string | null;
            time_zone?: string;
            currency?: string;
            email?: string;
            phone?: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            is_active?: boolean;
            pickup_enabled?: boolean;
            pay_at_store_enabled?: boolean;
            approval_policy?: {
              price_override?: boolean;
              tax_variance?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              discount_above?: string | number;
              /** @description Of a line, for staff who cannot approve themselves. */
              discount_percent_above?: number;
              /** @description True: staff who cannot approve themselves may not lower a price below cost. */
              below_cost?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              supervisor_limit?: string | number;
              /** @description False: a till may cancel a partly paid sale without approval. */
              void?: boolean;
            };
            shipping_rates?: {
              id: number;
              code: string;
              title: string;
              turnaround?: string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              price: string | number;
            }[];
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            cash_variance_tolerance?: string | number;
            /**
             * @description What the store keeps of the payments of a cancelled layaway.
             * @example 12.50
             */
            layaway_fee?: string | number;
            /** @description How long a layaway keeps its goods. */
            layaway_days?: number;
            /**
             * @description What is due in cash is rounded half up to this step.
             * @example 0.05
             * @enum {unknown}
             */
            cash_rounding?: "none" | "0.05" | "0.10" | "0.50" | "1.00" | 0.05 | 0.1 | 0.5 | 1;
            /** @description Whether tills take payments only with an open shift. */
            require_shift?: boolean;
            /** @description Whether tills take PINs only from paired devices. */
            require_paired_tills?: boolean;
            /** @description Whether mail addresses that differ only by dots and a plus tag are one customer, in limits per customer. */
            mail_aliases_are_one?: boolean;
            /**
             * @description Of receipts, and of mails to people without one of their own.
             * @enum {string}
             */
            language?: "en" | "de";
            /** @description Printed below the address; lines stay lines. */
            receipt_header?: string;
            receipt_footer?: string;
            receipt_logo_id?: string | null;
            /** @description Where the service may reach printers; empty: private networks. */
            printer_networks?: string[];
            /** @description Whether prices, subtotals and shipping contain their tax. */
            prices_include_tax?: boolean;
            shipping_tax_class?: string | null;
            loyalty_points_per_unit?: number;
            customer_retention_days?: number | null;
            /**
             * @description What one point pays; 0: points do not pay here
             * @example 0.01
             */
            points_value?: string;
            points_months?: number | null;
            gift_card_months?: number | null;
            tax_jurisdiction_ids?: string[];
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              site_id: string | null;
              time_zone: string;
              currency: string;
              email: string;
              phone: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              pickup_enabled: boolean;
              pay_at_store_enabled: boolean;
              approval_policy: {
                [key: string]: unknown;
              };
              shipping_rates: {
                id: number;
                code: string;
                title: string;
                turnaround?: string;
                /** @example 12.50 */
                price: string;
              }[];
              /** @example 12.50 */
              cash_variance_tolerance: string;
              /** @example 12.50 */
              layaway_fee: string;
              layaway_days: number;
              /** @enum {string} */
              cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
              require_shift: boolean;
              require_paired_tills: boolean;
              mail_aliases_are_one: boolean;
              /** @enum {string} */
              language: "en" | "de";
              receipt_header: string;
              receipt_footer: string;
              receipt_logo_id: string | null;
              printer_networks: string[];
              prices_include_tax: boolean;
              shipping_tax_class: string | null;
              /** @description What one point pays; 0.0000: nothing */
              points_value: string;
              points_months: number | null;
              gift_card_months: number | null;
              /** @description Points for each whole unit of currency */
              loyalty_points_per_unit: number;
              customer_retention_days: number | null;
              tax_jurisdictions: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
                /** @description Of standard goods on days without another rate */
                rate: string;
                rates: {
                  tax_class: string;
                  rate: string;
                  valid_from: string | null;
                  valid_to: string | null;
                }[];
              }[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/stores/{store}/terminals/": {
    /** The tills of a store */
    get: {
      parameters: {
        path: {
          store: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              /** Format: uuid */
              store_id: string;
              name: string;
              is_active: boolean;
              reader_id: string | null;
              last_seen_at: string | null;
            }[];
          };
        };
      };
    };
    /** Register a till before its first login, so that no other store takes its id */
    post: {
      parameters: {
        path: {
          store: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            id: string;
            name?: string;
            reader_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              id: string;
              /** Format: uuid */
              store_id: string;
              name: string;
              is_active: boolean;
              reader_id: string | null;
              last_seen_at: string | null;
            };
          };
        };
      };
    };
  };
  "/sites/": {
    /** List: sites */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: site */
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/sites/{id}/": {
    /** Read: site */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: site */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: site */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: site */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code?: string;
            name?: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              address: string;
              city: string;
              region: string;
              postal_code: string;
              country: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tax-jurisdictions/": {
    /** List: tax jurisdictions */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              rate: string;
              is_active: boolean;
              store_ids: string[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: tax jurisdiction */
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
            /** @example 0.0825 */
            rate: string;
            is_active?: boolean;
            store_ids?: string[];
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              rate: string;
              is_active: boolean;
              store_ids: string[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tax-jurisdictions/{id}/": {
    /** Read: tax jurisdiction */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              rate: string;
              is_active: boolean;
              store_ids: string[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: tax jurisdiction */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
            /** @example 0.0825 */
            rate: string;
            is_active?: boolean;
            store_ids?: string[];
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              rate: string;
              is_active: boolean;
              store_ids: string[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: tax jurisdiction */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: tax jurisdiction */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code?: string;
            name?: string;
            /** @example 0.0825 */
            rate?: string;
            is_active?: boolean;
            store_ids?: string[];
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              rate: string;
              is_active: boolean;
              store_ids: string[];
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tax-classes/": {
    /** List: tax classes */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              code: string;
              name: string;
              /** @description Standard, reduced, zero and exempt cannot be deleted */
              is_built_in: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: tax class */
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              code: string;
              name: string;
              /** @description Standard, reduced, zero and exempt cannot be deleted */
              is_built_in: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tax-classes/{id}/": {
    /** Read: tax class */
    get: {
      parameters: {
        path: {
          /** @description Code */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              code: string;
              name: string;
              /** @description Standard, reduced, zero and exempt cannot be deleted */
              is_built_in: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: tax class */
    put: {
      parameters: {
        path: {
          /** @description Code */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code: string;
            name: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              code: string;
              name: string;
              /** @description Standard, reduced, zero and exempt cannot be deleted */
              is_built_in: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: tax class */
    delete: {
      parameters: {
        path: {
          /** @description Code */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: tax class */
    patch: {
      parameters: {
        path: {
          /** @description Code */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code?: string;
            name?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              code: string;
              name: string;
              /** @description Standard, reduced, zero and exempt cannot be deleted */
              is_built_in: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tax-rates/": {
    /** List: tax rates */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Code of the jurisdiction */
              jurisdiction: string;
              /** Format: uuid */
              jurisdiction_id: string;
              tax_class: string;
              rate: string;
              valid_from: string | null;
              valid_to: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: tax rate */
    post: {
      requestBody: {
        content: {
          "application/json": {
            jurisdiction: string;
            tax_class: string;
            rate: string | number;
            valid_from?: string | null;
            valid_to?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Code of the jurisdiction */
              jurisdiction: string;
              /** Format: uuid */
              jurisdiction_id: string;
              tax_class: string;
              rate: string;
              valid_from: string | null;
              valid_to: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tax-rates/{id}/": {
    /** Read: tax rate */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Code of the jurisdiction */
              jurisdiction: string;
              /** Format: uuid */
              jurisdiction_id: string;
              tax_class: string;
              rate: string;
              valid_from: string | null;
              valid_to: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: tax rate */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            jurisdiction: string;
            tax_class: string;
            rate: string | number;
            valid_from?: string | null;
            valid_to?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Code of the jurisdiction */
              jurisdiction: string;
              /** Format: uuid */
              jurisdiction_id: string;
              tax_class: string;
              rate: string;
              valid_from: string | null;
              valid_to: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: tax rate */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: tax rate */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            jurisdiction?: string;
            tax_class?: string;
            rate?: string | number;
            valid_from?: string | null;
            valid_to?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Code of the jurisdiction */
              jurisdiction: string;
              /** Format: uuid */
              jurisdiction_id: string;
              tax_class: string;
              rate: string;
              valid_from: string | null;
              valid_to: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/auth/login/": {
    /** Log in with user name or e-mail and password */
    post: {
      requestBody: {
        content: {
          "application/json": {
            username: string;
            password: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              access: string;
              refresh: string;
            };
          };
        };
      };
    };
  };
  "/auth/refresh/": {
    /** Exchange a refresh token for a new pair; each token works once */
    post: {
      requestBody: {
        content: {
          "application/json": {
            refresh: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              access: string;
              refresh: string;
            };
          };
        };
      };
    };
  };
  "/auth/logout/": {
    /** Log out */
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              message: string;
            };
          };
        };
      };
    };
  };
  "/auth/me/": {
    /** The logged-in user with permissions and stores */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              permissions: string[];
              /** @description The stores this person is assigned to */
              stores: {
                /** Format: uuid */
                id: string;
                code: string;
                name: string;
              }[];
              session: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                kind: "pos" | "web";
                store_id: string | null;
                terminal_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                expires_at: string;
              };
            };
          };
        };
      };
    };
  };
  "/auth/sessions/": {
    /** Your open logins, the last used first */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "pos" | "web";
              /** @description What the browser or program called itself */
              device: string;
              /** @description The same for people: `Chrome, Windows` */
              device_name: string;
              address: string | null;
              store_id: string | null;
              terminal_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              last_seen_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              /** @description The login of this request */
              is_current: boolean;
            }[];
          };
        };
      };
    };
    /** End all your other logins; this one stays */
    delete: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Logins that ended */
              ended: number;
            };
          };
        };
      };
    };
  };
  "/auth/sessions/{id}/": {
    /** End one of your logins */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/auth/register/initiate/": {
    /** Start a registration; a code is mailed to the address */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** Format: email */
            email: string;
            password: string;
            first_name: string;
            last_name: string;
            phone?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              registration_token: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              resend_available_at: string;
            };
          };
        };
      };
    };
  };
  "/auth/register/verify/": {
    /** Open the account with the mailed code, and log in */
    post: {
      requestBody: {
        content: {
          "application/json": {
            registration_token: string;
            otp: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              user: {
                /** Format: uuid */
                id: string;
                name: string;
                first_name: string;
                last_name: string;
                email: string | null;
                phone: string;
                username: string | null;
                employee_number: string | null;
                /** @enum {string} */
                role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
                /** @description Works at every store of the chain */
                all_stores: boolean;
                loyalty_points: number;
              };
              access: string;
              refresh: string;
            };
          };
        };
      };
    };
  };
  "/auth/register/resend-otp/": {
    /** Mail a new code */
    post: {
      requestBody: {
        content: {
          "application/json": {
            registration_token: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              resend_available_at: string | null;
            };
          };
        };
      };
    };
  };
  "/users/": {
    /** List the people of the stores you may see */
    get: {
      parameters: {
        query?: {
          role?: "cashier" | "supervisor" | "manager" | "admin" | "customer";
          store?: string;
          is_active?: boolean;
          /** @description Start of a name, employee number, user name or e-mail address */
          search?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              store_ids: string[];
              has_pin: boolean;
              has_password: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Add a person */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
            employee_number?: string | null;
            username?: string | null;
            email?: string | null;
            first_name?: string;
            last_name?: string;
            phone?: string;
            customer_group?: string | null;
            is_active?: boolean;
            /** @description 4 to 8 digits */
            pin_code?: string;
            password?: string;
            /** @description Ids, codes or content ids of stores */
            store_ids?: string[];
            /** @description Confirms that a manager without assignments sees every store */
            all_stores?: boolean;
            tax_exemption?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              store_ids: string[];
              has_pin: boolean;
              has_password: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/users/{id}/": {
    /** A person */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              store_ids: string[];
              has_pin: boolean;
              has_password: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a person */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
            employee_number?: string | null;
            username?: string | null;
            email?: string | null;
            first_name?: string;
            last_name?: string;
            phone?: string;
            customer_group?: string | null;
            is_active?: boolean;
            /** @description 4 to 8 digits */
            pin_code?: string;
            password?: string;
            /** @description Ids, codes or content ids of stores */
            store_ids?: string[];
            /** @description Confirms that a manager without assignments sees every store */
            all_stores?: boolean;
            tax_exemption?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              store_ids: string[];
              has_pin: boolean;
              has_password: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a person; one with sales or approvals is deactivated and returned instead */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              store_ids: string[];
              has_pin: boolean;
              has_password: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
        204: {
        };
      };
    };
    /** Change a person */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            role?: "cashier" | "supervisor" | "manager" | "admin" | "customer";
            employee_number?: string | null;
            username?: string | null;
            email?: string | null;
            first_name?: string;
            last_name?: string;
            phone?: string;
            customer_group?: string | null;
            is_active?: boolean;
            /** @description 4 to 8 digits */
            pin_code?: string;
            password?: string;
            /** @description Ids, codes or content ids of stores */
            store_ids?: string[];
            /** @description Confirms that a manager without assignments sees every store */
            all_stores?: boolean;
            tax_exemption?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              username: string | null;
              employee_number: string | null;
              /** @enum {string} */
              role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              /** @description Works at every store of the chain */
              all_stores: boolean;
              loyalty_points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              store_ids: string[];
              has_pin: boolean;
              has_password: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/ops/blocks/": {
    /** Who is locked out, and which addresses are blocked, in your stores */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /**
               * @description An employee at one till, an employee at all tills, a till, the password of an account, or an address after a flood of requests or failed logins
               * @enum {string}
               */
              kind: "pin_at_till" | "pin" | "till" | "password" | "flood" | "failure";
              user: {
                /** Format: uuid */
                id: string;
                name: string;
              } | null;
              terminal_id: string | null;
              address: string | null;
              reason: string;
              /** @description Wrong attempts, or requests of a flood */
              failures: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              since: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              blocked_until: string;
            }[];
          };
        };
      };
    };
  };
  "/ops/blocks/{id}/": {
    /** Lift a lock-out or the block of an address */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/setup/": {
    /** Whether the installation has an administrator */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              has_administrator: boolean;
              /** @description Whether it was started with the demo shop */
              is_demo: boolean;
            };
          };
        };
      };
    };
  };
  "/setup/administrator/": {
    /** Become the first administrator with the link that the start printed; works once */
    post: {
      requestBody: {
        content: {
          "application/json": {
            token: string;
            first_name: string;
            last_name?: string;
            /** @description No spaces, no @ */
            username: string;
            email?: string | null;
            password: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              access: string;
              refresh: string;
            };
          };
        };
      };
    };
  };
  "/media/": {
    /** List pictures, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Path of the largest WebP file */
              url: string;
              /** @description In pixels */
              width: number;
              /** @description In pixels */
              height: number;
              /** @description Every size as AVIF and WebP, narrow to wide */
              variants: {
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @enum {string} */
                format: "avif" | "webp";
              }[];
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
    /**
     * Upload a picture
     * @description Resizes it into AVIF and WebP files, upright and without metadata such as the place. The same file again answers the picture that exists.
     */
    post: {
      /** @description A form with one file of up to 20 MiB and 50 megapixels */
      requestBody: {
        content: {
          "multipart/form-data": {
            /**
             * Format: binary
             * @description JPEG, PNG, WebP, AVIF or GIF
             */
            file: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Path of the largest WebP file */
              url: string;
              /** @description In pixels */
              width: number;
              /** @description In pixels */
              height: number;
              /** @description Every size as AVIF and WebP, narrow to wide */
              variants: {
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @enum {string} */
                format: "avif" | "webp";
              }[];
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/media/{id}/": {
    /** A picture */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description Path of the largest WebP file */
              url: string;
              /** @description In pixels */
              width: number;
              /** @description In pixels */
              height: number;
              /** @description Every size as AVIF and WebP, narrow to wide */
              variants: {
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @enum {string} */
                format: "avif" | "webp";
              }[];
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
    /** Delete a picture that no product shows */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/products/": {
    /** List products */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          /** @description Words of the name, the start of a SKU, or a barcode */
          q?: string;
          /** @description Slug or id; includes subcategories */
          category?: string;
          is_active?: boolean;
          /** @description Only active products are sold. `is_active` is true for these */
          status?: "draft" | "active" | "archived";
          /** @description Slug or id */
          brand?: string;
          tag?: string;
          ordering?: "name" | "-name" | "created_at" | "-created_at";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              category_id: string | null;
              brand_id: string | null;
              product_type_id: string | null;
              collection_ids: string[];
              image_url: string;
              is_active: boolean;
              /**
               * @description Only active products are sold. `is_active` is true for these
               * @enum {string}
               */
              status: "draft" | "active" | "archived";
              tags: string[];
              options: {
                name: string;
                values: string[];
              }[];
              is_tax_exempt: boolean;
              tax_class: string;
              is_digital: boolean;
              minimum_age: number | null;
              requires_kyc: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              variants: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              }[];
            }[];
          };
        };
      };
    };
    /** Create a product, optionally with variants */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            description?: string;
            category_id?: string | null;
            brand_id?: string | null;
            product_type_id?: string | null;
            collection_ids?: string[];
            image_url?: string;
            is_active?: boolean;
            /**
             * @description Only active products are sold. `is_active` is true for these
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            tags?: string[];
            /** @description What the variants differ in, such as Size: S, M. `attributes` of a variant has its values */
            options?: {
              name: string;
              values: string[];
            }[];
            is_tax_exempt?: boolean;
            /** @description Code of a tax class; is_tax_exempt wins over it */
            tax_class?: string;
            is_digital?: boolean;
            minimum_age?: number | null;
            /** @description Only customers with a verified identity may buy it. */
            requires_kyc?: boolean;
            sanity_id?: string | null;
            variants?: {
              /** @example MUG-WHITE */
              sku: string;
              name?: string;
              barcode?: string | null;
              /**
               * @description Not negative, at most two decimals.
               * @example 12.50
               */
              price: string | number;
              cost?: (string | number) | null;
              /** @description Of `cost`. Default: the one that all stores share, else USD */
              cost_currency?: string;
              content_amount?: string | null;
              content_unit?: ("g" | "kg" | "ml" | "l" | "m") | null;
              /**
               * @description What the price is for. Fixed once the variant is stocked or sold. Default: piece
               * @enum {string}
               */
              unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              weight_grams?: number | null;
              attributes?: {
                [key: string]: string;
              };
              is_active?: boolean;
              sort_order?: number;
              sanity_id?: string | null;
            }[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              category_id: string | null;
              brand_id: string | null;
              product_type_id: string | null;
              collection_ids: string[];
              image_url: string;
              is_active: boolean;
              /**
               * @description Only active products are sold. `is_active` is true for these
               * @enum {string}
               */
              status: "draft" | "active" | "archived";
              tags: string[];
              options: {
                name: string;
                values: string[];
              }[];
              is_tax_exempt: boolean;
              tax_class: string;
              is_digital: boolean;
              minimum_age: number | null;
              requires_kyc: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              variants: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/products/{product}/": {
    /** A product by number or slug */
    get: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              category_id: string | null;
              brand_id: string | null;
              product_type_id: string | null;
              collection_ids: string[];
              image_url: string;
              is_active: boolean;
              /**
               * @description Only active products are sold. `is_active` is true for these
               * @enum {string}
               */
              status: "draft" | "active" | "archived";
              tags: string[];
              options: {
                name: string;
                values: string[];
              }[];
              is_tax_exempt: boolean;
              tax_class: string;
              is_digital: boolean;
              minimum_age: number | null;
              requires_kyc: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              variants: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              }[];
            };
          };
        };
      };
    };
    /** Write a product */
    put: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            description?: string;
            category_id?: string | null;
            brand_id?: string | null;
            product_type_id?: string | null;
            collection_ids?: string[];
            image_url?: string;
            is_active?: boolean;
            /**
             * @description Only active products are sold. `is_active` is true for these
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            tags?: string[];
            /** @description What the variants differ in, such as Size: S, M. `attributes` of a variant has its values */
            options?: {
              name: string;
              values: string[];
            }[];
            is_tax_exempt?: boolean;
            /** @description Code of a tax class; is_tax_exempt wins over it */
            tax_class?: string;
            is_digital?: boolean;
            minimum_age?: number | null;
            /** @description Only customers with a verified identity may buy it. */
            requires_kyc?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              category_id: string | null;
              brand_id: string | null;
              product_type_id: string | null;
              collection_ids: string[];
              image_url: string;
              is_active: boolean;
              /**
               * @description Only active products are sold. `is_active` is true for these
               * @enum {string}
               */
              status: "draft" | "active" | "archived";
              tags: string[];
              options: {
                name: string;
                values: string[];
              }[];
              is_tax_exempt: boolean;
              tax_class: string;
              is_digital: boolean;
              minimum_age: number | null;
              requires_kyc: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              variants: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              }[];
            };
          };
        };
      };
    };
    /** Delete a product that nothing refers to */
    delete: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a product */
    patch: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            description?: string;
            category_id?: string | null;
            brand_id?: string | null;
            product_type_id?: string | null;
            collection_ids?: string[];
            image_url?: string;
            is_active?: boolean;
            /**
             * @description Only active products are sold. `is_active` is true for these
             * @enum {string}
             */
            status?: "draft" | "active" | "archived";
            tags?: string[];
            /** @description What the variants differ in, such as Size: S, M. `attributes` of a variant has its values */
            options?: {
              name: string;
              values: string[];
            }[];
            is_tax_exempt?: boolean;
            /** @description Code of a tax class; is_tax_exempt wins over it */
            tax_class?: string;
            is_digital?: boolean;
            minimum_age?: number | null;
            /** @description Only customers with a verified identity may buy it. */
            requires_kyc?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              category_id: string | null;
              brand_id: string | null;
              product_type_id: string | null;
              collection_ids: string[];
              image_url: string;
              is_active: boolean;
              /**
               * @description Only active products are sold. `is_active` is true for these
               * @enum {string}
               */
              status: "draft" | "active" | "archived";
              tags: string[];
              options: {
                name: string;
                values: string[];
              }[];
              is_tax_exempt: boolean;
              tax_class: string;
              is_digital: boolean;
              minimum_age: number | null;
              requires_kyc: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              variants: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/products/{product}/pictures/": {
    /** Add an uploaded picture to a product or one of its variants */
    post: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            media_id: string;
            variant_id?: string | null;
            alt?: string;
            /** @description From the left or upper edge (0) to the right or lower one (1); at most three decimals */
            focal_x?: number;
            /** @description From the left or upper edge (0) to the right or lower one (1); at most three decimals */
            focal_y?: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              media_id: string;
              variant_id: string | null;
              /** @description What the picture shows, for people who do not see it */
              alt: string;
              /** @description The part that stays visible where the picture is cropped */
              focal_x: number;
              focal_y: number;
              /** @description Path of the largest WebP file */
              url: string;
              /** @description In pixels */
              width: number;
              /** @description In pixels */
              height: number;
              /** @description Every size as AVIF and WebP, narrow to wide */
              variants: {
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @enum {string} */
                format: "avif" | "webp";
              }[];
            };
          };
        };
      };
    };
  };
  "/products/{product}/pictures/reorder/": {
    /** Put the pictures of a product in order */
    post: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description All pictures of the product, first to last */
            ids: string[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              media_id: string;
              variant_id: string | null;
              /** @description What the picture shows, for people who do not see it */
              alt: string;
              /** @description The part that stays visible where the picture is cropped */
              focal_x: number;
              focal_y: number;
              /** @description Path of the largest WebP file */
              url: string;
              /** @description In pixels */
              width: number;
              /** @description In pixels */
              height: number;
              /** @description Every size as AVIF and WebP, narrow to wide */
              variants: {
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @enum {string} */
                format: "avif" | "webp";
              }[];
            }[];
          };
        };
      };
    };
  };
  "/products/{product}/pictures/{id}/": {
    /** Take a picture off a product */
    delete: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change the text, focal point or variant of a picture */
    patch: {
      parameters: {
        path: {
          /** @description Number or slug */
          product: string;
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            variant_id?: string | null;
            alt?: string;
            /** @description From the left or upper edge (0) to the right or lower one (1); at most three decimals */
            focal_x?: number;
            /** @description From the left or upper edge (0) to the right or lower one (1); at most three decimals */
            focal_y?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              media_id: string;
              variant_id: string | null;
              /** @description What the picture shows, for people who do not see it */
              alt: string;
              /** @description The part that stays visible where the picture is cropped */
              focal_x: number;
              focal_y: number;
              /** @description Path of the largest WebP file */
              url: string;
              /** @description In pixels */
              width: number;
              /** @description In pixels */
              height: number;
              /** @description Every size as AVIF and WebP, narrow to wide */
              variants: {
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @enum {string} */
                format: "avif" | "webp";
              }[];
            };
          };
        };
      };
    };
  };
  "/product-variants/": {
    /** List variants by SKU */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          /** @description Number or slug of the product */
          product?: string;
          sku?: string;
          /** @description Words of the name, SKU or barcode */
          q?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              product_id: number;
              sku: string;
              name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              barcode: string | null;
              /** @example 12.50 */
              price: string;
              cost: string | null;
              cost_currency: string;
              content_amount: string | null;
              content_unit: string | null;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              weight_grams: number | null;
              attributes: {
                [key: string]: string;
              };
              is_active: boolean;
              sort_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              product_name: string;
            }[];
          };
        };
      };
    };
    /** Add a variant to a product */
    post: {
      requestBody: {
        content: {
          "application/json": {
            product_id: number;
            /** @example MUG-WHITE */
            sku: string;
            name?: string;
            barcode?: string | null;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            price: string | number;
            cost?: (string | number) | null;
            /** @description Of `cost`. Default: the one that all stores share, else USD */
            cost_currency?: string;
            content_amount?: string | null;
            content_unit?: ("g" | "kg" | "ml" | "l" | "m") | null;
            /**
             * @description What the price is for. Fixed once the variant is stocked or sold. Default: piece
             * @enum {string}
             */
            unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
            weight_grams?: number | null;
            attributes?: {
              [key: string]: string;
            };
            is_active?: boolean;
            sort_order?: number;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              product_id: number;
              sku: string;
              name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              barcode: string | null;
              /** @example 12.50 */
              price: string;
              cost: string | null;
              cost_currency: string;
              content_amount: string | null;
              content_unit: string | null;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              weight_grams: number | null;
              attributes: {
                [key: string]: string;
              };
              is_active: boolean;
              sort_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              product_name: string;
            };
          };
        };
      };
    };
  };
  "/product-variants/{variant}/": {
    /** A variant by UUID or SKU */
    get: {
      parameters: {
        path: {
          /** @description UUID or SKU */
          variant: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              product_id: number;
              sku: string;
              name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              barcode: string | null;
              /** @example 12.50 */
              price: string;
              cost: string | null;
              cost_currency: string;
              content_amount: string | null;
              content_unit: string | null;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              weight_grams: number | null;
              attributes: {
                [key: string]: string;
              };
              is_active: boolean;
              sort_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              product_name: string;
            };
          };
        };
      };
    };
    /** Write a variant */
    put: {
      parameters: {
        path: {
          /** @description UUID or SKU */
          variant: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            product_id: number;
            /** @example MUG-WHITE */
            sku: string;
            name?: string;
            barcode?: string | null;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            price: string | number;
            cost?: (string | number) | null;
            /** @description Of `cost`. Default: the one that all stores share, else USD */
            cost_currency?: string;
            content_amount?: string | null;
            content_unit?: ("g" | "kg" | "ml" | "l" | "m") | null;
            /**
             * @description What the price is for. Fixed once the variant is stocked or sold. Default: piece
             * @enum {string}
             */
            unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
            weight_grams?: number | null;
            attributes?: {
              [key: string]: string;
            };
            is_active?: boolean;
            sort_order?: number;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              product_id: number;
              sku: string;
              name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              barcode: string | null;
              /** @example 12.50 */
              price: string;
              cost: string | null;
              cost_currency: string;
              content_amount: string | null;
              content_unit: string | null;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              weight_grams: number | null;
              attributes: {
                [key: string]: string;
              };
              is_active: boolean;
              sort_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              product_name: string;
            };
          };
        };
      };
    };
    /** Delete a variant that nothing refers to */
    delete: {
      parameters: {
        path: {
          /** @description UUID or SKU */
          variant: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a variant */
    patch: {
      parameters: {
        path: {
          /** @description UUID or SKU */
          variant: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            product_id?: number;
            /** @example MUG-WHITE */
            sku?: string;
            name?: string;
            barcode?: string | null;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            price?: string | number;
            cost?: (string | number) | null;
            /** @description Of `cost`. Default: the one that all stores share, else USD */
            cost_currency?: string;
            content_amount?: string | null;
            content_unit?: ("g" | "kg" | "ml" | "l" | "m") | null;
            /**
             * @description What the price is for. Fixed once the variant is stocked or sold. Default: piece
             * @enum {string}
             */
            unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
            weight_grams?: number | null;
            attributes?: {
              [key: string]: string;
            };
            is_active?: boolean;
            sort_order?: number;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              product_id: number;
              sku: string;
              name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              barcode: string | null;
              /** @example 12.50 */
              price: string;
              cost: string | null;
              cost_currency: string;
              content_amount: string | null;
              content_unit: string | null;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              weight_grams: number | null;
              attributes: {
                [key: string]: string;
              };
              is_active: boolean;
              sort_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              product_name: string;
            };
          };
        };
      };
    };
  };
  "/categories/": {
    /** List: categories */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              parent_id: string | null;
              sort_order: number;
              requires_kyc: boolean;
            }[];
          };
        };
      };
    };
    /** Create: category */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
            parent_id?: string | null;
            sort_order?: number;
            /** @description Applies to all products in the category and in those below it. */
            requires_kyc?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              parent_id: string | null;
              sort_order: number;
              requires_kyc: boolean;
            };
          };
        };
      };
    };
  };
  "/categories/{id}/": {
    /** Read: category */
    get: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              parent_id: string | null;
              sort_order: number;
              requires_kyc: boolean;
            };
          };
        };
      };
    };
    /** Write: category */
    put: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
            parent_id?: string | null;
            sort_order?: number;
            /** @description Applies to all products in the category and in those below it. */
            requires_kyc?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              parent_id: string | null;
              sort_order: number;
              requires_kyc: boolean;
            };
          };
        };
      };
    };
    /** Delete: category */
    delete: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: category */
    patch: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
            parent_id?: string | null;
            sort_order?: number;
            /** @description Applies to all products in the category and in those below it. */
            requires_kyc?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              parent_id: string | null;
              sort_order: number;
              requires_kyc: boolean;
            };
          };
        };
      };
    };
  };
  "/brands/": {
    /** List: brands */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: brand */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/brands/{id}/": {
    /** Read: brand */
    get: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: brand */
    put: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: brand */
    delete: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: brand */
    patch: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/product-types/": {
    /** List: product types */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: product type */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/product-types/{id}/": {
    /** Read: product type */
    get: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: product type */
    put: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: product type */
    delete: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: product type */
    patch: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/collections/": {
    /** List: collections */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: collection */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/collections/{id}/": {
    /** Read: collection */
    get: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: collection */
    put: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: collection */
    delete: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: collection */
    patch: {
      parameters: {
        path: {
          /** @description UUID or slug */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            slug?: string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              slug: string;
              name: string;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/barcode-patterns/": {
    /** List the barcode patterns of the stores you may see */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          /** @description UUID or code */
          store?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** @example 28 */
              prefix: string;
              /** @description Counts from 1 */
              item_start: number;
              item_length: number;
              /** @description Counts from 1 */
              value_start: number;
              value_length: number;
              /** @enum {string} */
              value_kind: "weight" | "price";
              /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
              decimals: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create the barcode pattern of a prefix at a store */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            store: string;
            /** @example 28 */
            prefix: string;
            /** @description Counts from 1 */
            item_start: number;
            item_length: number;
            /** @description Counts from 1 */
            value_start: number;
            value_length: number;
            /** @enum {string} */
            value_kind: "weight" | "price";
            /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
            decimals: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** @example 28 */
              prefix: string;
              /** @description Counts from 1 */
              item_start: number;
              item_length: number;
              /** @description Counts from 1 */
              value_start: number;
              value_length: number;
              /** @enum {string} */
              value_kind: "weight" | "price";
              /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
              decimals: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/barcode-patterns/{id}/": {
    /** A barcode pattern */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** @example 28 */
              prefix: string;
              /** @description Counts from 1 */
              item_start: number;
              item_length: number;
              /** @description Counts from 1 */
              value_start: number;
              value_length: number;
              /** @enum {string} */
              value_kind: "weight" | "price";
              /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
              decimals: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a barcode pattern */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            store: string;
            /** @example 28 */
            prefix: string;
            /** @description Counts from 1 */
            item_start: number;
            item_length: number;
            /** @description Counts from 1 */
            value_start: number;
            value_length: number;
            /** @enum {string} */
            value_kind: "weight" | "price";
            /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
            decimals: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** @example 28 */
              prefix: string;
              /** @description Counts from 1 */
              item_start: number;
              item_length: number;
              /** @description Counts from 1 */
              value_start: number;
              value_length: number;
              /** @enum {string} */
              value_kind: "weight" | "price";
              /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
              decimals: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a barcode pattern */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a barcode pattern */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            store?: string;
            /** @example 28 */
            prefix?: string;
            /** @description Counts from 1 */
            item_start?: number;
            item_length?: number;
            /** @description Counts from 1 */
            value_start?: number;
            value_length?: number;
            /** @enum {string} */
            value_kind?: "weight" | "price";
            /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
            decimals?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** @example 28 */
              prefix: string;
              /** @description Counts from 1 */
              item_start: number;
              item_length: number;
              /** @description Counts from 1 */
              value_start: number;
              value_length: number;
              /** @enum {string} */
              value_kind: "weight" | "price";
              /** @description Of the value: 3 for grams of goods sold per kg, 2 for a price in cents */
              decimals: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/price-lists/": {
    /** List price lists by code */
    get: {
      parameters: {
        query?: {
          /** @example EUR */
          currency?: string;
          store?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
              store_ids: string[];
              customer_group: string | null;
              valid_from: string | null;
              valid_to: string | null;
              priority: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create a price list */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @example EUR */
            code: string;
            name: string;
            /** @example EUR */
            currency: string;
            /** @description Ids or codes. Empty: every store of the currency */
            store_ids?: string[];
            customer_group?: string | null;
            valid_from?: string | null;
            valid_to?: string | null;
            /** @default 0 */
            priority?: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
              store_ids: string[];
              customer_group: string | null;
              valid_from: string | null;
              valid_to: string | null;
              priority: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/price-lists/{id}/": {
    /** A price list */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
              store_ids: string[];
              customer_group: string | null;
              valid_from: string | null;
              valid_to: string | null;
              priority: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a price list */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @example EUR */
            code: string;
            name: string;
            /** @example EUR */
            currency: string;
            /** @description Ids or codes. Empty: every store of the currency */
            store_ids?: string[];
            customer_group?: string | null;
            valid_from?: string | null;
            valid_to?: string | null;
            /** @default 0 */
            priority?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
              store_ids: string[];
              customer_group: string | null;
              valid_from: string | null;
              valid_to: string | null;
              priority: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a price list with its prices */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a price list */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @example EUR */
            code?: string;
            name?: string;
            /** @example EUR */
            currency?: string;
            /** @description Ids or codes. Empty: every store of the currency */
            store_ids?: string[];
            customer_group?: string | null;
            valid_from?: string | null;
            valid_to?: string | null;
            priority?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
              store_ids: string[];
              customer_group: string | null;
              valid_from: string | null;
              valid_to: string | null;
              priority: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/prices/": {
    /** List prices, newest first */
    get: {
      parameters: {
        query?: {
          /** @description Id or SKU */
          variant?: string;
          /** @description Id or code */
          price_list?: string;
          store?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              variant: string;
              sku: string;
              description: string;
              /** Format: uuid */
              price_list: string;
              price_list_code: string;
              currency: string;
              min_quantity: number;
              /** @example 12.50 */
              amount: string;
              valid_from: string | null;
              margin: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Add a price to a list */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description Id or SKU */
            variant: string;
            /** @description Id or code */
            price_list: string;
            /**
             * @description The price applies from this quantity on; more than 0, at most three decimals
             * @default 1
             */
            min_quantity?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount: string | number;
            valid_from?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              variant: string;
              sku: string;
              description: string;
              /** Format: uuid */
              price_list: string;
              price_list_code: string;
              currency: string;
              min_quantity: number;
              /** @example 12.50 */
              amount: string;
              valid_from: string | null;
              margin: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/prices/base/": {
    /** The currency of the variants' own prices */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              currency: string;
            };
          };
        };
      };
    };
  };
  "/prices/gaps/": {
    /** Articles without a price in the currency of a store, by SKU */
    get: {
      parameters: {
        query?: {
          store?: string;
          /** @example EUR */
          currency?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              variant: string;
              sku: string;
              description: string;
              /** Format: uuid */
              store_id: string;
              store_code: string;
              currency: string;
              /** @example 12.50 */
              base_price: string;
            }[];
          };
        };
      };
    };
  };
  "/prices/{id}/": {
    /** A price */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              variant: string;
              sku: string;
              description: string;
              /** Format: uuid */
              price_list: string;
              price_list_code: string;
              currency: string;
              min_quantity: number;
              /** @example 12.50 */
              amount: string;
              valid_from: string | null;
              margin: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a price */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Id or SKU */
            variant: string;
            /** @description Id or code */
            price_list: string;
            /**
             * @description The price applies from this quantity on; more than 0, at most three decimals
             * @default 1
             */
            min_quantity?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount: string | number;
            valid_from?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              variant: string;
              sku: string;
              description: string;
              /** Format: uuid */
              price_list: string;
              price_list_code: string;
              currency: string;
              min_quantity: number;
              /** @example 12.50 */
              amount: string;
              valid_from: string | null;
              margin: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a price */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a price */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Id or SKU */
            variant?: string;
            /** @description Id or code */
            price_list?: string;
            /** @description The price applies from this quantity on; more than 0, at most three decimals */
            min_quantity?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount?: string | number;
            valid_from?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              variant: string;
              sku: string;
              description: string;
              /** Format: uuid */
              price_list: string;
              price_list_code: string;
              currency: string;
              min_quantity: number;
              /** @example 12.50 */
              amount: string;
              valid_from: string | null;
              margin: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/prices/bulk/": {
    /** Change many prices, all or none; a dry run shows before and after */
    post: {
      requestBody: {
        content: {
          "application/json": {
            changes: {
              /** @description Id or SKU */
              variant: string;
              price_list?: string | null;
              /**
               * @description The price applies from this quantity on; more than 0, at most three decimals
               * @default 1
               */
              min_quantity?: string | number;
              valid_from?: string | null;
              /** @description Null removes the price */
              amount: string | number | null;
            }[];
            /** @default false */
            dry_run?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              dry_run: boolean;
              /** @description Rows that differ from before */
              changed: number;
              /** @description Rows that cannot be applied */
              errors: number;
              changes: {
                variant: string;
                sku: string | null;
                price_list: string | null;
                currency: string | null;
                min_quantity: number | null;
                valid_from: string | null;
                before: string | null;
                after: string | null;
                error: {
                  field: string;
                  message: string;
                } | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/labels/": {
    /** Price tags with barcode and unit price, as PDF or ZPL */
    get: {
      parameters: {
        query: {
          /** @description Ids or SKUs, separated by commas */
          variants: string;
          /** @description Default at a till: the store of the till */
          store?: string;
          format?: "pdf" | "zpl";
        };
      };
      responses: {
        200: {
          content: {
            "application/pdf": string;
            "application/zpl": string;
          };
        };
      };
    };
  };
  "/products/by-barcode/{code}/": {
    /** A product by scanned barcode or SKU */
    get: {
      parameters: {
        query?: {
          /** @description Whose scales printed the label: UUID or code. Default: the till's store */
          store?: string;
        };
        path: {
          code: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              category_id: string | null;
              brand_id: string | null;
              product_type_id: string | null;
              collection_ids: string[];
              image_url: string;
              is_active: boolean;
              /**
               * @description Only active products are sold. `is_active` is true for these
               * @enum {string}
               */
              status: "draft" | "active" | "archived";
              tags: string[];
              options: {
                name: string;
                values: string[];
              }[];
              is_tax_exempt: boolean;
              tax_class: string;
              is_digital: boolean;
              minimum_age: number | null;
              requires_kyc: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              variants: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              }[];
              variant: {
                /** Format: uuid */
                id: string;
                product_id: number;
                sku: string;
                name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                barcode: string | null;
                /** @example 12.50 */
                price: string;
                cost: string | null;
                cost_currency: string;
                content_amount: string | null;
                content_unit: string | null;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                weight_grams: number | null;
                attributes: {
                  [key: string]: string;
                };
                is_active: boolean;
                sort_order: number;
                sanity_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              };
              /** @description Of a scale's label, in the unit of the variant */
              quantity?: number;
              /**
               * @description Of a label's goods: what the unit costs in the store, at this quantity
               * @example 12.50
               */
              unit_price?: string;
              /**
               * @description What the line costs, if a label prints it
               * @example 12.50
               */
              printed_price?: string;
            };
          };
        };
      };
    };
  };
  "/inventory-levels/": {
    /** List stock by SKU */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          /** @description UUID or code */
          store?: string;
          variant?: string;
          sku?: string;
          low_stock?: boolean;
          is_active?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              on_hand: number;
              /** @description The same as on_hand. */
              stock_on_hand: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reserved: number;
              /** @description On hand and not reserved. */
              available: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reorder_point: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create the level of a variant at a store */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            store: string;
            /** Format: uuid */
            variant_id?: string;
            sku?: string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            on_hand?: number | string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            reorder_point?: number | string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              on_hand: number;
              /** @description The same as on_hand. */
              stock_on_hand: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reserved: number;
              /** @description On hand and not reserved. */
              available: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reorder_point: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/inventory-levels/{id}/": {
    /** A stock level */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              on_hand: number;
              /** @description The same as on_hand. */
              stock_on_hand: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reserved: number;
              /** @description On hand and not reserved. */
              available: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reorder_point: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write the settings of a level */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            reorder_point: number | string;
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              on_hand: number;
              /** @description The same as on_hand. */
              stock_on_hand: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reserved: number;
              /** @description On hand and not reserved. */
              available: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reorder_point: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a level without movements */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change the settings of a level */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            reorder_point?: number | string;
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              on_hand: number;
              /** @description The same as on_hand. */
              stock_on_hand: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reserved: number;
              /** @description On hand and not reserved. */
              available: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reorder_point: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/inventory-levels/{id}/movements/": {
    /** Movements of a level, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "initial" | "receipt" | "adjustment" | "count" | "transfer_in" | "transfer_out" | "sale" | "return" | "void";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              quantity: number;
              /** @description Balance after the movement. */
              on_hand: number;
              reason: string;
              reference: string | null;
              actor_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              occurred_at: string;
            }[];
          };
        };
      };
    };
  };
  "/inventory-levels/adjust/": {
    /** Adjust a level manually */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            store: string;
            /** Format: uuid */
            variant_id?: string;
            sku?: string;
            /**
             * @description Added to on_hand; negative removes stock. Whole for pieces, else at most three decimals.
             * @example 2
             */
            quantity: number | string;
            reason: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              on_hand: number;
              /** @description The same as on_hand. */
              stock_on_hand: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reserved: number;
              /** @description On hand and not reserved. */
              available: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              reorder_point: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/inventory-levels/transfer/": {
    /** Move goods between two stores, all lines or none */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            from_store: string;
            /** @description UUID or code */
            to_store: string;
            lines: {
              /** Format: uuid */
              variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
            }[];
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              transfer_id: string;
              /** Format: uuid */
              from_store: string;
              /** Format: uuid */
              to_store: string;
              lines: {
                /** Format: uuid */
                variant_id: string;
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                from_on_hand: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                to_on_hand: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/inventory-levels/count/": {
    /** Enter the result of a stock count */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description UUID or code */
            store: string;
            counts: {
              /** Format: uuid */
              variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              counted: number | string;
            }[];
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              count_id: string;
              /** Format: uuid */
              store: string;
              lines: {
                /** Format: uuid */
                variant_id: string;
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                expected: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                counted: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                difference: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/products/export/": {
    /** The products that match as a CSV file that can be imported again */
    get: {
      parameters: {
        query?: {
          /** @description Words of the name, the start of a SKU, or a barcode */
          q?: string;
          /** @description Slug or id; includes subcategories */
          category?: string;
          is_active?: boolean;
          /** @description Only active products are sold. `is_active` is true for these */
          status?: "draft" | "active" | "archived";
          /** @description Slug or id */
          brand?: string;
          tag?: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/csv": string;
          };
        };
      };
    };
  };
  "/inventory-levels/export/": {
    /** The stock levels that match as a CSV file that can be imported again */
    get: {
      parameters: {
        query?: {
          /** @description UUID or code */
          store?: string;
          variant?: string;
          sku?: string;
          low_stock?: boolean;
          is_active?: boolean;
        };
      };
      responses: {
        200: {
          content: {
            "text/csv": string;
          };
        };
      };
    };
  };
  "/prices/export/": {
    /** The prices that match as a CSV file that can be imported again */
    get: {
      parameters: {
        query?: {
          /** @description Id or SKU */
          variant?: string;
          /** @description Id or code */
          price_list?: string;
          store?: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/csv": string;
          };
        };
      };
    };
  };
  "/imports/": {
    /**
     * Imports of the last 30 days, newest first
     * @description Those of the caller; staff with access to all stores see those of everybody.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
            }[];
          };
        };
      };
    };
    /**
     * Import a CSV file of this service or of Shopify, WooCommerce or Square
     * @description The kind is recognised by the columns unless it is named. Products, prices and files of other systems need `catalog.chain`, stock needs `stock.adjust`.
     */
    post: {
      /** @description A form with a file */
      requestBody: {
        content: {
          "multipart/form-data": {
            /**
             * Format: binary
             * @description A CSV file of up to 50 MiB
             */
            file: string;
            /**
             * @description Default: recognised by the columns of the file
             * @enum {string}
             */
            kind?: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
            /** @description `true`: check every row without changing anything */
            dry_run?: string;
            /** @description UUID or code of the store whose stock a file of another system sets. Required if the file has stock and the caller has several stores */
            store?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
              /** @description Fetched after the rows. A picture that fails is an error of its row */
              pictures: {
                total: number;
                done: number;
                failed: number;
              };
              undo: {
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "failed";
                /** @description Rows that changed something */
                rows: number;
                /** @description Rows processed so far */
                undone: number;
                /** @description Rows of which something stays */
                kept: number;
                finished_at: string | null;
              } | null;
              report: {
                /** @description Row number as in a spreadsheet: the heading is row 1 */
                row: number;
                /** @description SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price */
                key: string;
                /** @enum {string} */
                action: "created" | "updated" | "unchanged" | "refused";
                errors: {
                  [key: string]: string[];
                };
                kept: {
                  /** @example variant */
                  record: string;
                  /** @description SKU, slug or name */
                  key: string;
                  /**
                   * @description `changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone
                   * @enum {string}
                   */
                  reason: "changed" | "in_use" | "archived" | "stock_used" | "refused";
                  fields: string[];
                }[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/imports/{id}/": {
    /** Progress and row report of an import */
    get: {
      parameters: {
        query?: {
          action?: "created" | "updated" | "unchanged" | "refused";
          /** @description Rows with an error, such as refused ones or a failed picture */
          errors?: boolean;
          /** @description Rows of which the undo left something as it is */
          kept?: boolean;
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
              /** @description Fetched after the rows. A picture that fails is an error of its row */
              pictures: {
                total: number;
                done: number;
                failed: number;
              };
              undo: {
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "failed";
                /** @description Rows that changed something */
                rows: number;
                /** @description Rows processed so far */
                undone: number;
                /** @description Rows of which something stays */
                kept: number;
                finished_at: string | null;
              } | null;
              report: {
                /** @description Row number as in a spreadsheet: the heading is row 1 */
                row: number;
                /** @description SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price */
                key: string;
                /** @enum {string} */
                action: "created" | "updated" | "unchanged" | "refused";
                errors: {
                  [key: string]: string[];
                };
                kept: {
                  /** @example variant */
                  record: string;
                  /** @description SKU, slug or name */
                  key: string;
                  /**
                   * @description `changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone
                   * @enum {string}
                   */
                  reason: "changed" | "in_use" | "archived" | "stock_used" | "refused";
                  fields: string[];
                }[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/imports/{id}/undo/": {
    /**
     * Take the changes of a finished import back, once
     * @description Deletes what the import created, archives what is in use by now, restores fields that still have the imported value, and gives stock back as movements. `kept` of a row has what stays as it is.
     */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
              /** @description Fetched after the rows. A picture that fails is an error of its row */
              pictures: {
                total: number;
                done: number;
                failed: number;
              };
              undo: {
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "failed";
                /** @description Rows that changed something */
                rows: number;
                /** @description Rows processed so far */
                undone: number;
                /** @description Rows of which something stays */
                kept: number;
                finished_at: string | null;
              } | null;
              report: {
                /** @description Row number as in a spreadsheet: the heading is row 1 */
                row: number;
                /** @description SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price */
                key: string;
                /** @enum {string} */
                action: "created" | "updated" | "unchanged" | "refused";
                errors: {
                  [key: string]: string[];
                };
                kept: {
                  /** @example variant */
                  record: string;
                  /** @description SKU, slug or name */
                  key: string;
                  /**
                   * @description `changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone
                   * @enum {string}
                   */
                  reason: "changed" | "in_use" | "archived" | "stock_used" | "refused";
                  fields: string[];
                }[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/value-accounts/by-code/": {
    /**
     * The gift card or store credit with this code
     * @description Of any store, because cards are redeemed everywhere. Wrong codes are counted.
     */
    get: {
      parameters: {
        query: {
          code: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "gift_card" | "store_credit";
              currency: string;
              /** @example 12.50 */
              balance: string;
              /** @enum {string} */
              status: "active" | "blocked" | "expired";
              expires_at: string | null;
              code_last_four: string;
              store: string | null;
              customer_id: string | null;
              block: {
                reason: string;
                by: {
                  /** Format: uuid */
                  id: string;
                  name: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              } | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/value-accounts/{id}/": {
    /** A gift card or store credit that a store of the caller has issued or taken */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "gift_card" | "store_credit";
              currency: string;
              /** @example 12.50 */
              balance: string;
              /** @enum {string} */
              status: "active" | "blocked" | "expired";
              expires_at: string | null;
              code_last_four: string;
              store: string | null;
              customer_id: string | null;
              block: {
                reason: string;
                by: {
                  /** Format: uuid */
                  id: string;
                  name: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              } | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/value-accounts/{id}/entries/": {
    /** What was added to a gift card or store credit and taken from it, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "opening" | "issued" | "topped_up" | "spent" | "refunded" | "blocked" | "expired" | "earned" | "taken_back" | "held" | "released";
              /** @example 12.50 */
              amount: string;
              /** @description After this entry */
              balance: string;
              store: string | null;
              transaction_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              occurred_at: string;
            }[];
          };
        };
      };
    };
  };
  "/value-accounts/{id}/block/": {
    /** Block a gift card or store credit; its balance stays */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "gift_card" | "store_credit";
              currency: string;
              /** @example 12.50 */
              balance: string;
              /** @enum {string} */
              status: "active" | "blocked" | "expired";
              expires_at: string | null;
              code_last_four: string;
              store: string | null;
              customer_id: string | null;
              block: {
                reason: string;
                by: {
                  /** Format: uuid */
                  id: string;
                  name: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              } | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/value-accounts/{id}/unblock/": {
    /** Lift the block of a gift card or store credit */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "gift_card" | "store_credit";
              currency: string;
              /** @example 12.50 */
              balance: string;
              /** @enum {string} */
              status: "active" | "blocked" | "expired";
              expires_at: string | null;
              code_last_four: string;
              store: string | null;
              customer_id: string | null;
              block: {
                reason: string;
                by: {
                  /** Format: uuid */
                  id: string;
                  name: string | null;
                } | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              } | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/value-accounts/balance/": {
    /** The balance of a gift card or store credit, for anyone who knows its code */
    get: {
      parameters: {
        query: {
          code: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @example 12.50 */
              balance: string;
              currency: string;
              /** @enum {string} */
              status: "active" | "blocked" | "expired";
              expires_at: string | null;
            };
          };
        };
      };
    };
  };
  "/value-accounts/liability/": {
    /** What is owed to holders of gift cards, store credit and points, by day */
    get: {
      parameters: {
        query?: {
          date?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: date */
              date: string;
              liabilities: {
                /** @enum {string} */
                kind: "gift_card" | "store_credit" | "points";
                currency: string | null;
                accounts: number;
                /**
                 * @description Added on this day
                 * @example 50.00
                 */
                issued: string;
                /**
                 * @description Spent, taken back or blocked on this day
                 * @example 50.00
                 */
                redeemed: string;
                /**
                 * @description Expired on this day
                 * @example 50.00
                 */
                expired: string;
                /**
                 * @description Owed at the end of this day (UTC)
                 * @example 50.00
                 */
                balance: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/payment-methods/": {
    /** List: payment methods */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              /** @enum {string} */
              method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              is_active: boolean;
              is_online_available: boolean;
              requires_reference: boolean;
              /** @example 12.50 */
              minimum_amount: string;
              maximum_amount: string | null;
              icon_url: string;
              description: string;
              display_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: payment method */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @example card_square */
            code: string;
            name: string;
            /** @enum {string} */
            method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
            processor_type?: ("primary" | "square" | "paypal" | "custom_bank") | null;
            is_active?: boolean;
            is_online_available?: boolean;
            /** @description A payment must name its slip, as on a stand-alone terminal. */
            requires_reference?: boolean;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            minimum_amount?: string | number;
            maximum_amount?: (string | number) | null;
            icon_url?: string;
            description?: string;
            display_order?: number;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              /** @enum {string} */
              method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              is_active: boolean;
              is_online_available: boolean;
              requires_reference: boolean;
              /** @example 12.50 */
              minimum_amount: string;
              maximum_amount: string | null;
              icon_url: string;
              description: string;
              display_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/payment-methods/{id}/": {
    /** Read: payment method */
    get: {
      parameters: {
        path: {
          /** @description UUID or code */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              /** @enum {string} */
              method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              is_active: boolean;
              is_online_available: boolean;
              requires_reference: boolean;
              /** @example 12.50 */
              minimum_amount: string;
              maximum_amount: string | null;
              icon_url: string;
              description: string;
              display_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: payment method */
    put: {
      parameters: {
        path: {
          /** @description UUID or code */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @example card_square */
            code: string;
            name: string;
            /** @enum {string} */
            method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
            processor_type?: ("primary" | "square" | "paypal" | "custom_bank") | null;
            is_active?: boolean;
            is_online_available?: boolean;
            /** @description A payment must name its slip, as on a stand-alone terminal. */
            requires_reference?: boolean;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            minimum_amount?: string | number;
            maximum_amount?: (string | number) | null;
            icon_url?: string;
            description?: string;
            display_order?: number;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              /** @enum {string} */
              method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              is_active: boolean;
              is_online_available: boolean;
              requires_reference: boolean;
              /** @example 12.50 */
              minimum_amount: string;
              maximum_amount: string | null;
              icon_url: string;
              description: string;
              display_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: payment method */
    delete: {
      parameters: {
        path: {
          /** @description UUID or code */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: payment method */
    patch: {
      parameters: {
        path: {
          /** @description UUID or code */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @example card_square */
            code?: string;
            name?: string;
            /** @enum {string} */
            method_type?: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
            processor_type?: ("primary" | "square" | "paypal" | "custom_bank") | null;
            is_active?: boolean;
            is_online_available?: boolean;
            /** @description A payment must name its slip, as on a stand-alone terminal. */
            requires_reference?: boolean;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            minimum_amount?: string | number;
            maximum_amount?: (string | number) | null;
            icon_url?: string;
            description?: string;
            display_order?: number;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              /** @enum {string} */
              method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              is_active: boolean;
              is_online_available: boolean;
              requires_reference: boolean;
              /** @example 12.50 */
              minimum_amount: string;
              maximum_amount: string | null;
              icon_url: string;
              description: string;
              display_order: number;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/payment-processors/": {
    /** The card processors with the addresses for their webhooks */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              processor_type: "primary" | "square" | "paypal" | "custom_bank";
              /** @description Has no credentials; the sandbox stands in */
              is_sandbox: boolean;
              /** @description Whether cards can be charged */
              is_usable: boolean;
              webhook_url: string;
            }[];
          };
        };
      };
    };
  };
  "/payment-processors/{processor_type}/test/": {
    /** Check the credentials of a processor with a call that moves no money */
    post: {
      parameters: {
        path: {
          processor_type: "primary" | "square" | "paypal" | "custom_bank";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              processor_type: "primary" | "square" | "paypal" | "custom_bank";
              /** @description Has no credentials; the sandbox stands in */
              is_sandbox: boolean;
              works: boolean;
              reason: string | null;
            };
          };
        };
      };
    };
  };
  "/payments/terminal/connection-token/": {
    /** Create a connection token for a card reader */
    post: {
      requestBody: {
        content: {
          "application/json": {
            processor_type: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              secret: string;
              /** @enum {string} */
              processor_type: "primary" | "square" | "paypal" | "custom_bank";
            };
          };
        };
      };
    };
  };
  "/payments/terminal/create-payment/": {
    /** Create a payment intent for a card reader; no payment is stored yet */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description Smallest unit */
            amount: number;
            currency: string;
            processor_type: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              payment_intent_id: string;
              client_secret: string;
              amount: number;
              currency: string;
              /** @enum {string} */
              processor_type: "primary" | "square" | "paypal" | "custom_bank";
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/": {
    /** List shifts, newest first; cashiers see their own and those of their till */
    get: {
      parameters: {
        query?: {
          store?: string;
          terminal?: string;
          status?: "open" | "closed";
          date_from?: string;
          date_to?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            }[];
          };
        };
      };
    };
    /** Open a shift with a float */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            opening_float: string | number;
            /** @description Default: your own till. */
            terminal_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/current/": {
    /** The open shift of your till, or of the given till */
    get: {
      parameters: {
        query?: {
          terminal?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/": {
    /** A shift */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/x-report/": {
    /** X report: current totals of a shift */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              report: "X" | "Z";
              number: number | null;
              /** Format: uuid */
              shift: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              currency: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              generated_at: string;
              /** @description Amounts are hidden until the drawer is counted. */
              is_blind: boolean;
              sales: {
                count: number;
                amount: string | null;
              };
              payments: {
                code: string;
                name: string;
                method_type: string;
                count: number;
                /** @example 112.50 */
                amount: string;
              }[];
              refunds: {
                /** @enum {string} */
                paid_as: "cash" | "original" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                count: number;
                /** @example 112.50 */
                amount: string;
              }[];
              refunds_total: string | null;
              taxes: {
                jurisdiction: string;
                rate: string;
                /** @example 112.50 */
                taxable: string;
                /** @example 112.50 */
                tax: string;
                /** @example 112.50 */
                gross?: string;
              }[] | null;
              discounts: {
                count: number;
                /** @example 112.50 */
                amount: string;
              } | null;
              voids: {
                count: number;
                /** @example 112.50 */
                amount: string;
              } | null;
              /** @description Of a shift with layaways: instalments taken, layaways that became sales, money given back. What was received is owed to the customers until then; it is part of `payments` and `refunds`, too. */
              layaways?: {
                /** @example 112.50 */
                received: string;
                /** @example 112.50 */
                completed: string;
                /** @example 112.50 */
                refunded: string;
              };
              rounding: string | null;
              numbers: {
                first: string | null;
                last: string | null;
                /** @description Sales completed in the shift. */
                count: number;
              } | null;
              cash: {
                /** @example 12.50 */
                opening_float: string;
                /** @example 112.50 */
                sales: string;
                /** @example 112.50 */
                refunds: string;
                /** @example 112.50 */
                paid_in: string;
                /** @example 112.50 */
                paid_out: string;
                /** @example 112.50 */
                expected: string;
                counted: string | null;
                variance: string | null;
              } | null;
              variance_reason: string;
              movements: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                kind: "paid_in" | "paid_out";
                /** @example 12.50 */
                amount: string;
                reason: string;
                by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              }[];
              counts: {
                /** @example 12.50 */
                amount: string;
                denominations: {
                  /** @example 12.50 */
                  value: string;
                  quantity: number;
                }[];
                by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/z-report/": {
    /** Z report: totals of a closed shift */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              report: "X" | "Z";
              number: number | null;
              /** Format: uuid */
              shift: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              currency: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              generated_at: string;
              /** @description Amounts are hidden until the drawer is counted. */
              is_blind: boolean;
              sales: {
                count: number;
                amount: string | null;
              };
              payments: {
                code: string;
                name: string;
                method_type: string;
                count: number;
                /** @example 112.50 */
                amount: string;
              }[];
              refunds: {
                /** @enum {string} */
                paid_as: "cash" | "original" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                count: number;
                /** @example 112.50 */
                amount: string;
              }[];
              refunds_total: string | null;
              taxes: {
                jurisdiction: string;
                rate: string;
                /** @example 112.50 */
                taxable: string;
                /** @example 112.50 */
                tax: string;
                /** @example 112.50 */
                gross?: string;
              }[] | null;
              discounts: {
                count: number;
                /** @example 112.50 */
                amount: string;
              } | null;
              voids: {
                count: number;
                /** @example 112.50 */
                amount: string;
              } | null;
              /** @description Of a shift with layaways: instalments taken, layaways that became sales, money given back. What was received is owed to the customers until then; it is part of `payments` and `refunds`, too. */
              layaways?: {
                /** @example 112.50 */
                received: string;
                /** @example 112.50 */
                completed: string;
                /** @example 112.50 */
                refunded: string;
              };
              rounding: string | null;
              numbers: {
                first: string | null;
                last: string | null;
                /** @description Sales completed in the shift. */
                count: number;
              } | null;
              cash: {
                /** @example 12.50 */
                opening_float: string;
                /** @example 112.50 */
                sales: string;
                /** @example 112.50 */
                refunds: string;
                /** @example 112.50 */
                paid_in: string;
                /** @example 112.50 */
                paid_out: string;
                /** @example 112.50 */
                expected: string;
                counted: string | null;
                variance: string | null;
              } | null;
              variance_reason: string;
              movements: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                kind: "paid_in" | "paid_out";
                /** @example 12.50 */
                amount: string;
                reason: string;
                by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              }[];
              counts: {
                /** @example 12.50 */
                amount: string;
                denominations: {
                  /** @example 12.50 */
                  value: string;
                  quantity: number;
                }[];
                by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/open/": {
    /** Open a shift with a float */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            opening_float: string | number;
            /** @description Default: your own till. */
            terminal_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/paid-in/": {
    /** Record cash paid in, other than by a sale */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount: string | number;
            /** @example Cab for the delivery */
            reason: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/paid-out/": {
    /** Record cash paid out, other than by a refund */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount: string | number;
            /** @example Cab for the delivery */
            reason: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/count/": {
    /** Submit a blind count of the drawer */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Notes and coins in the drawer. */
            denominations: {
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              value: string | number;
              quantity: number;
            }[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/shifts/{id}/close/": {
    /** Close a counted shift and create its Z report */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Required if the variance exceeds the store's tolerance. */
            reason?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              terminal_id: string;
              /** Format: date */
              business_date: string;
              /** @enum {string} */
              status: "open" | "closed";
              currency: string;
              /** @description Largest first. Empty: any value is allowed. */
              denominations: string[];
              /** @example 12.50 */
              opening_float: string;
              /** Format: uuid */
              opened_by: string;
              opened_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              opened_at: string;
              /** @description How often the drawer was counted. */
              counts: number;
              expected_amount: string | null;
              counted_amount: string | null;
              variance: string | null;
              variance_reason: string;
              closed_by: string | null;
              closed_by_name: string | null;
              closed_at: string | null;
              z_number: number | null;
            };
          };
        };
      };
    };
  };
  "/cash-management/outside-shifts/": {
    /** Payments and cash refunds without a shift, per till and day; default: last 30 days */
    get: {
      parameters: {
        query?: {
          store?: string;
          terminal?: string;
          date_from?: string;
          date_to?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              store: string;
              terminal_id: string | null;
              /** Format: date */
              date: string;
              payments: number;
              /** @example 112.50 */
              amount: string;
              /** @example 112.50 */
              cash: string;
              /** @description Cash refunds without a shift. */
              refunds: number;
              /** @example 112.50 */
              refunded: string;
            }[];
          };
        };
      };
    };
  };
  "/tasks/": {
    /** List the tasks of the stores you may see, newest first */
    get: {
      parameters: {
        query?: {
          store?: string;
          status?: "pending" | "in_progress" | "completed";
          priority?: "low" | "medium" | "high";
          assigned_to?: string;
          overdue?: boolean;
          due_before?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Open a task */
    post: {
      requestBody: {
        content: {
          "application/json": {
            task_id: string;
            sanity_id?: string | null;
            title: string;
            description?: string;
            assigned_to?: string | null;
            store: string;
            /** @enum {string} */
            priority: "low" | "medium" | "high";
            /** @enum {string} */
            status?: "pending" | "in_progress" | "completed";
            due_date?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/{task_id}/": {
    /** A task */
    get: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a task */
    put: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            task_id: string;
            sanity_id?: string | null;
            title: string;
            description?: string;
            assigned_to?: string | null;
            store: string;
            /** @enum {string} */
            priority: "low" | "medium" | "high";
            /** @enum {string} */
            status?: "pending" | "in_progress" | "completed";
            due_date?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a task */
    delete: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a task */
    patch: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            task_id?: string;
            sanity_id?: string | null;
            title?: string;
            description?: string;
            assigned_to?: string | null;
            store?: string;
            /** @enum {string} */
            priority?: "low" | "medium" | "high";
            /** @enum {string} */
            status?: "pending" | "in_progress" | "completed";
            due_date?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/{task_id}/accept/": {
    /** Accept a task: it becomes in_progress */
    post: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/{task_id}/complete/": {
    /** Complete a task: it becomes completed */
    post: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/{task_id}/reopen/": {
    /** Reopen a task: it becomes in_progress */
    post: {
      parameters: {
        path: {
          task_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              task_id: string;
              sanity_id: string | null;
              title: string;
              description: string;
              assigned_to: string | null;
              assigned_to_name: string | null;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** @enum {string} */
              priority: "low" | "medium" | "high";
              /** @enum {string} */
              status: "pending" | "in_progress" | "completed";
              due_date: string | null;
              is_overdue: boolean;
              completed_by: string | null;
              completed_by_name: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/delivery-schedules/": {
    /** List the deliveries of the stores you may see, latest scheduled first */
    get: {
      parameters: {
        query?: {
          store?: string;
          status?: string;
          date_from?: string;
          date_to?: string;
          late?: boolean;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Plan a delivery */
    post: {
      requestBody: {
        content: {
          "application/json": {
            delivery_id: string;
            vendor_name: string;
            vendor_reference?: string;
            store: string;
            /** Format: date */
            scheduled_date: string;
            /**
             * @example 09:30
             * @example 09:30:00
             */
            scheduled_time: string;
            status?: string;
            actual_arrival?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/delivery-schedules/{delivery_id}/": {
    /** A delivery */
    get: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a delivery */
    put: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            delivery_id: string;
            vendor_name: string;
            vendor_reference?: string;
            store: string;
            /** Format: date */
            scheduled_date: string;
            /**
             * @example 09:30
             * @example 09:30:00
             */
            scheduled_time: string;
            status?: string;
            actual_arrival?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a delivery */
    delete: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a delivery */
    patch: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            delivery_id?: string;
            vendor_name?: string;
            vendor_reference?: string;
            store?: string;
            /** Format: date */
            scheduled_date?: string;
            /**
             * @example 09:30
             * @example 09:30:00
             */
            scheduled_time?: string;
            status?: string;
            actual_arrival?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/delivery-schedules/{delivery_id}/dispatch/": {
    /** A delivery becomes in_transit */
    post: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/delivery-schedules/{delivery_id}/arrive/": {
    /** A delivery becomes arrived */
    post: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/tasks/delivery-schedules/{delivery_id}/cancel/": {
    /** A delivery becomes cancelled */
    post: {
      parameters: {
        path: {
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              delivery_id: string;
              vendor_name: string;
              vendor_reference: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              /** Format: date */
              scheduled_date: string;
              /** @example 09:30:00 */
              scheduled_time: string;
              status: string;
              actual_arrival: string | null;
              is_late: boolean;
              /** @description Whole minutes, 0 when not late. */
              minutes_late: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/procurement/purchase-orders/": {
    /** List the purchase orders of the stores you may see, newest first */
    get: {
      parameters: {
        query?: {
          store?: string;
          status?: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
          vendor?: string;
          delivery?: string;
          expected_from?: string;
          expected_to?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Draft a purchase order */
    post: {
      requestBody: {
        content: {
          "application/json": {
            store: string;
            vendor_name: string;
            vendor_reference?: string;
            expected_date?: string | null;
            notes?: string;
            delivery?: string | null;
            lines: {
              /** Format: uuid */
              variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              ordered_quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_cost: string | number;
              /**
               * @description Accepted above ordered_quantity
               * @default 0
               */
              over_receipt_percent?: number;
            }[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/procurement/purchase-orders/{id}/": {
    /** A purchase order */
    get: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a purchase order */
    put: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            store: string;
            vendor_name: string;
            vendor_reference?: string;
            expected_date?: string | null;
            notes?: string;
            delivery?: string | null;
            lines: {
              /** Format: uuid */
              variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              ordered_quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_cost: string | number;
              /**
               * @description Accepted above ordered_quantity
               * @default 0
               */
              over_receipt_percent?: number;
            }[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a draft */
    delete: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a purchase order */
    patch: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            store?: string;
            vendor_name?: string;
            vendor_reference?: string;
            expected_date?: string | null;
            notes?: string;
            delivery?: string | null;
            lines?: {
              /** Format: uuid */
              variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              ordered_quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_cost: string | number;
              /**
               * @description Accepted above ordered_quantity
               * @default 0
               */
              over_receipt_percent?: number;
            }[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/procurement/purchase-orders/{id}/submit/": {
    /** Set a purchase order to submitted */
    post: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/procurement/purchase-orders/{id}/close/": {
    /** Set a purchase order to closed */
    post: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/procurement/purchase-orders/{id}/cancel/": {
    /** Set a purchase order to cancelled */
    post: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/procurement/purchase-orders/{id}/receive/": {
    /** Receive goods of an order into stock; without lines, everything outstanding */
    post: {
      parameters: {
        path: {
          /** @description UUID or PO number */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description Number of the vendor's delivery note; a repeated number changes nothing. */
            receipt_number?: string;
            notes?: string;
            /** @description Default: everything outstanding. */
            lines?: {
              /** Format: uuid */
              variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_cost?: string | number;
            }[];
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/zones/": {
    /** List the zones of the stores you may see, in their order */
    get: {
      parameters: {
        query?: {
          store?: string;
          kind?: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
          is_active?: boolean;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              code: string;
              name: string;
              /** @enum {string} */
              kind: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
              sort_order: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create a zone */
    post: {
      requestBody: {
        content: {
          "application/json": {
            store: string;
            code: string;
            name: string;
            /** @enum {string} */
            kind?: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
            sort_order?: number;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              code: string;
              name: string;
              /** @enum {string} */
              kind: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
              sort_order: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/zones/{id}/": {
    /** A zone */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              code: string;
              name: string;
              /** @enum {string} */
              kind: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
              sort_order: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a zone */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            store: string;
            code: string;
            name: string;
            /** @enum {string} */
            kind?: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
            sort_order?: number;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              code: string;
              name: string;
              /** @enum {string} */
              kind: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
              sort_order: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete an unused zone */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a zone */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            store?: string;
            code?: string;
            name?: string;
            /** @enum {string} */
            kind?: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
            sort_order?: number;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              code: string;
              name: string;
              /** @enum {string} */
              kind: "sales_floor" | "stockroom" | "counter" | "display" | "cold_storage" | "other";
              sort_order: number;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/par-levels/": {
    /** List par levels by SKU */
    get: {
      parameters: {
        query?: {
          store?: string;
          zone?: string;
          sku?: string;
          below_minimum?: boolean;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              zone: string;
              zone_code: string;
              zone_name: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              par_quantity: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              minimum_quantity: number;
              /** @description Stock of the whole store. */
              on_hand: number;
              /** @description The part of on_hand allocated to this zone. */
              covered_quantity: number;
              /** @description par_quantity minus covered_quantity; 0 if inactive. */
              shortfall: number;
              is_below_minimum: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create a par level */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            zone: string;
            /** Format: uuid */
            variant_id?: string;
            sku?: string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            par_quantity: number | string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            minimum_quantity?: number | string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              zone: string;
              zone_code: string;
              zone_name: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              par_quantity: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              minimum_quantity: number;
              /** @description Stock of the whole store. */
              on_hand: number;
              /** @description The part of on_hand allocated to this zone. */
              covered_quantity: number;
              /** @description par_quantity minus covered_quantity; 0 if inactive. */
              shortfall: number;
              is_below_minimum: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/par-levels/shortfalls/": {
    /** List shortfalls by SKU */
    get: {
      parameters: {
        query?: {
          store?: string;
          zone?: string;
          sku?: string;
          below_minimum?: boolean;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              zone: string;
              zone_code: string;
              zone_name: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              par_quantity: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              minimum_quantity: number;
              /** @description Stock of the whole store. */
              on_hand: number;
              /** @description The part of on_hand allocated to this zone. */
              covered_quantity: number;
              /** @description par_quantity minus covered_quantity; 0 if inactive. */
              shortfall: number;
              is_below_minimum: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
  };
  "/par-levels/{id}/": {
    /** A par level */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              zone: string;
              zone_code: string;
              zone_name: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              par_quantity: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              minimum_quantity: number;
              /** @description Stock of the whole store. */
              on_hand: number;
              /** @description The part of on_hand allocated to this zone. */
              covered_quantity: number;
              /** @description par_quantity minus covered_quantity; 0 if inactive. */
              shortfall: number;
              is_below_minimum: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a par level */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            zone: string;
            /** Format: uuid */
            variant_id?: string;
            sku?: string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            par_quantity: number | string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            minimum_quantity?: number | string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              zone: string;
              zone_code: string;
              zone_name: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              par_quantity: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              minimum_quantity: number;
              /** @description Stock of the whole store. */
              on_hand: number;
              /** @description The part of on_hand allocated to this zone. */
              covered_quantity: number;
              /** @description par_quantity minus covered_quantity; 0 if inactive. */
              shortfall: number;
              is_below_minimum: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a par level */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a par level */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            zone?: string;
            /** Format: uuid */
            variant_id?: string;
            sku?: string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            par_quantity?: number | string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            minimum_quantity?: number | string;
            is_active?: boolean;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              zone: string;
              zone_code: string;
              zone_name: string;
              /** Format: uuid */
              store: string;
              /** Format: uuid */
              variant_id: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              par_quantity: number;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              minimum_quantity: number;
              /** @description Stock of the whole store. */
              on_hand: number;
              /** @description The part of on_hand allocated to this zone. */
              covered_quantity: number;
              /** @description par_quantity minus covered_quantity; 0 if inactive. */
              shortfall: number;
              is_below_minimum: boolean;
              is_active: boolean;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/par-levels/shortfalls/order/": {
    /** Draft a purchase order for shortfalls that are not on order yet */
    post: {
      requestBody: {
        content: {
          "application/json": {
            store: string;
            vendor_name: string;
            expected_date?: string | null;
            /** @description Only goods that are below their minimum. */
            below_minimum?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example PO-2026-000042 */
              po_number: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              store_name: string;
              vendor_name: string;
              vendor_reference: string;
              /** @enum {string} */
              status: "draft" | "submitted" | "partially_received" | "received" | "closed" | "cancelled";
              currency: string;
              expected_date: string | null;
              notes: string;
              delivery: string | null;
              /** @example 12.50 */
              total_cost: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                ordered_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                received_quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                outstanding_quantity: number;
                /** @example 12.50 */
                unit_cost: string;
                /** @example 12.50 */
                line_total: string;
                over_receipt_percent: number;
              }[];
              receipts: {
                /** Format: uuid */
                id: string;
                receipt_number: string;
                notes: string;
                received_by: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                received_at: string;
                lines: {
                  /** Format: uuid */
                  line_id: string;
                  sku: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @example 12.50 */
                  unit_cost: string;
                }[];
              }[];
              created_by: string | null;
              submitted_at: string | null;
              received_at: string | null;
              closed_at: string | null;
              cancelled_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/cash-drawer/": {
    /** Drawer operations of your stores, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              operation_id: string;
              operation: string;
              reason: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              timestamp: string;
              /** Format: uuid */
              store_id: string;
              terminal_id: string;
              /** Format: uuid */
              operator_id: string;
              operator_name: string | null;
            }[];
          };
        };
      };
    };
    /** Open the drawer of this till */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            operation: "open" | "close" | "count" | "deposit";
            /** @description Required to open. */
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              drawer_operation: {
                /** Format: uuid */
                operation_id: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                timestamp: string;
              };
            };
          };
        };
      };
    };
  };
  "/campaigns/analytics/summary/": {
    /** Results of the campaigns: conversions, revenue, discount and lift */
    get: {
      parameters: {
        query?: {
          days?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              generated_at: string;
              days: number | null;
              totals: {
                campaigns: number;
                by_status: {
                  draft: number;
                  scheduled: number;
                  active: number;
                  paused: number;
                  expired: number;
                };
                conversions: number;
                money: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  discount: string;
                }[];
              };
              campaigns: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                status: "draft" | "scheduled" | "active" | "paused" | "expired";
                currency: string;
                budget: string | null;
                /** @example 12.50 */
                spent: string;
                /** @description All discounts of the campaign; those in `currency` are `spent` */
                spent_by_currency: {
                  currency: string;
                  /** @example 1234.50 */
                  amount: string;
                }[];
                promotions: number;
                conversions: number;
                money: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  discount: string;
                }[];
                sales_lift_percent: number | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/campaigns/": {
    /** List: campaigns */
    get: {
      parameters: {
        query?: {
          status?: "draft" | "scheduled" | "active" | "paused" | "expired";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: campaign */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string;
            /** @enum {string} */
            status?: "draft" | "scheduled" | "active" | "paused" | "expired";
            store_ids?: string[] | null;
            starts_at?: string | null;
            ends_at?: string | null;
            budget?: (string | number) | null;
            /** @description Of the budget. Default: the one that all stores of the campaign share, else USD */
            currency?: string;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/campaigns/{id}/": {
    /** Read: campaign */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: campaign */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string;
            /** @enum {string} */
            status?: "draft" | "scheduled" | "active" | "paused" | "expired";
            store_ids?: string[] | null;
            starts_at?: string | null;
            ends_at?: string | null;
            budget?: (string | number) | null;
            /** @description Of the budget. Default: the one that all stores of the campaign share, else USD */
            currency?: string;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: campaign */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: campaign */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            description?: string;
            /** @enum {string} */
            status?: "draft" | "scheduled" | "active" | "paused" | "expired";
            store_ids?: string[] | null;
            starts_at?: string | null;
            ends_at?: string | null;
            budget?: (string | number) | null;
            /** @description Of the budget. Default: the one that all stores of the campaign share, else USD */
            currency?: string;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/campaigns/{id}/activate/": {
    /** Move a campaign: it becomes active */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/campaigns/{id}/pause/": {
    /** Move a campaign: it becomes paused */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/campaigns/{id}/expire/": {
    /** Move a campaign: it becomes expired */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "scheduled" | "active" | "paused" | "expired";
              store_ids: string[] | null;
              starts_at: string | null;
              ends_at: string | null;
              /** @description Of budget, spent and remaining */
              currency: string;
              budget: string | null;
              /** @example 12.50 */
              spent: string;
              remaining: string | null;
              /** @description All discounts of the campaign; those in `currency` are `spent` */
              spent_by_currency?: {
                currency: string;
                /** @example 1234.50 */
                amount: string;
              }[];
              lift: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                measured_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                from: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                to: string;
                days: number;
                sales: number;
                /** @description Sales in the same time before the campaign. */
                sales_before: number;
                sales_lift_percent: number | null;
                /** @description Sales of the stores that sold before the start, for a day at least */
                compared_sales?: number;
                /** @description Their earlier sales per day since the first one, for the days of the campaign */
                expected_sales?: number;
                /** @description Stores that sold for less than a day before the start */
                stores_left_out?: number;
                revenue: {
                  currency: string;
                  /** @example 12.50 */
                  revenue: string;
                  /** @example 12.50 */
                  revenue_before: string;
                  /** @example 12.50 */
                  expected_revenue?: string;
                  revenue_lift_percent: number | null;
                }[];
              } | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/promotions/active/": {
    /** Promotions that apply now without a code, in one store or in any */
    get: {
      parameters: {
        query?: {
          store_id?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
              /** @example 12.50 */
              value: string;
              buy_quantity: number | null;
              get_quantity: number | null;
              /** @example 12.50 */
              get_discount_percent: string;
              scope: {
                /** @enum {string} */
                kind: "order" | "product" | "category" | "variant" | "collection";
                ids: string[];
              };
              store_ids: string[] | null;
              priority: number;
              stackable: boolean;
              minimum_subtotal: string | null;
              maximum_discount: string | null;
              ends_at: string | null;
              /** @description True if a budget may run out: tills need a quote for it */
              is_limited?: boolean;
            }[];
          };
        };
      };
    };
  };
  "/promotions/": {
    /** List: promotions */
    get: {
      parameters: {
        query?: {
          is_active?: boolean;
          kind?: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
          campaign_id?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
              /** @example 12.50 */
              value: string;
              buy_quantity: number | null;
              get_quantity: number | null;
              /** @example 12.50 */
              get_discount_percent: string;
              scope: {
                /** @enum {string} */
                kind: "order" | "product" | "category" | "variant" | "collection";
                ids: string[];
              };
              store_ids: string[] | null;
              priority: number;
              stackable: boolean;
              minimum_subtotal: string | null;
              maximum_discount: string | null;
              requires_code: boolean;
              campaign_id: string | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: promotion */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string;
            /** @enum {string} */
            kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
            /**
             * @description Per cent off for a percentage, an amount for a fixed promotion.
             * @example 10.00
             */
            value?: string | number;
            buy_quantity?: number | null;
            get_quantity?: number | null;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            get_discount_percent?: string | number;
            scope?: {
              /** @enum {string} */
              kind: "order" | "product" | "category" | "variant" | "collection";
              ids?: string[];
            };
            store_ids?: string[] | null;
            priority?: number;
            stackable?: boolean;
            requires_code?: boolean;
            minimum_subtotal?: (string | number) | null;
            maximum_discount?: (string | number) | null;
            campaign_id?: string | null;
            is_active?: boolean;
            starts_at?: string | null;
            ends_at?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
              /** @example 12.50 */
              value: string;
              buy_quantity: number | null;
              get_quantity: number | null;
              /** @example 12.50 */
              get_discount_percent: string;
              scope: {
                /** @enum {string} */
                kind: "order" | "product" | "category" | "variant" | "collection";
                ids: string[];
              };
              store_ids: string[] | null;
              priority: number;
              stackable: boolean;
              minimum_subtotal: string | null;
              maximum_discount: string | null;
              requires_code: boolean;
              campaign_id: string | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/promotions/{id}/": {
    /** Read: promotion */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
              /** @example 12.50 */
              value: string;
              buy_quantity: number | null;
              get_quantity: number | null;
              /** @example 12.50 */
              get_discount_percent: string;
              scope: {
                /** @enum {string} */
                kind: "order" | "product" | "category" | "variant" | "collection";
                ids: string[];
              };
              store_ids: string[] | null;
              priority: number;
              stackable: boolean;
              minimum_subtotal: string | null;
              maximum_discount: string | null;
              requires_code: boolean;
              campaign_id: string | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: promotion */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string;
            /** @enum {string} */
            kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
            /**
             * @description Per cent off for a percentage, an amount for a fixed promotion.
             * @example 10.00
             */
            value?: string | number;
            buy_quantity?: number | null;
            get_quantity?: number | null;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            get_discount_percent?: string | number;
            scope?: {
              /** @enum {string} */
              kind: "order" | "product" | "category" | "variant" | "collection";
              ids?: string[];
            };
            store_ids?: string[] | null;
            priority?: number;
            stackable?: boolean;
            requires_code?: boolean;
            minimum_subtotal?: (string | number) | null;
            maximum_discount?: (string | number) | null;
            campaign_id?: string | null;
            is_active?: boolean;
            starts_at?: string | null;
            ends_at?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
              /** @example 12.50 */
              value: string;
              buy_quantity: number | null;
              get_quantity: number | null;
              /** @example 12.50 */
              get_discount_percent: string;
              scope: {
                /** @enum {string} */
                kind: "order" | "product" | "category" | "variant" | "collection";
                ids: string[];
              };
              store_ids: string[] | null;
              priority: number;
              stackable: boolean;
              minimum_subtotal: string | null;
              maximum_discount: string | null;
              requires_code: boolean;
              campaign_id: string | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: promotion */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: promotion */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            description?: string;
            /** @enum {string} */
            kind?: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
            /**
             * @description Per cent off for a percentage, an amount for a fixed promotion.
             * @example 10.00
             */
            value?: string | number;
            buy_quantity?: number | null;
            get_quantity?: number | null;
            /**
             * @description Not negative, at most two decimals.
             * @example 12.50
             */
            get_discount_percent?: string | number;
            scope?: {
              /** @enum {string} */
              kind: "order" | "product" | "category" | "variant" | "collection";
              ids?: string[];
            };
            store_ids?: string[] | null;
            priority?: number;
            stackable?: boolean;
            requires_code?: boolean;
            minimum_subtotal?: (string | number) | null;
            maximum_discount?: (string | number) | null;
            campaign_id?: string | null;
            is_active?: boolean;
            starts_at?: string | null;
            ends_at?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
              /** @example 12.50 */
              value: string;
              buy_quantity: number | null;
              get_quantity: number | null;
              /** @example 12.50 */
              get_discount_percent: string;
              scope: {
                /** @enum {string} */
                kind: "order" | "product" | "category" | "variant" | "collection";
                ids: string[];
              };
              store_ids: string[] | null;
              priority: number;
              stackable: boolean;
              minimum_subtotal: string | null;
              maximum_discount: string | null;
              requires_code: boolean;
              campaign_id: string | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/promo-codes/analytics/performance/": {
    /** Uses, customers and discounts of promo codes */
    get: {
      parameters: {
        query?: {
          days?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              generated_at: string;
              days: number | null;
              totals: {
                codes: number;
                uses: number;
                released: number;
              };
              codes: {
                code: string;
                /** Format: uuid */
                promotion_id: string;
                promotion_name: string;
                is_active: boolean;
                usage_limit: number | null;
                used_count: number;
                /** @description In the requested days, without voided sales. */
                uses: number;
                /** @description Uses released because the sale was voided. */
                released: number;
                customers: number;
                discount: {
                  currency: string;
                  /** @example 12.50 */
                  amount: string;
                }[];
                last_used_at: string | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/promo-codes/": {
    /** List: promo codes */
    get: {
      parameters: {
        query?: {
          is_active?: boolean;
          promotion_id?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              /** Format: uuid */
              promotion_id: string;
              promotion_name: string;
              usage_limit: number | null;
              per_customer_limit: number | null;
              used_count: number;
              remaining_uses: number | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create: promo code */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @example WELCOME10 */
            code: string;
            /** Format: uuid */
            promotion_id: string;
            usage_limit?: number | null;
            per_customer_limit?: number | null;
            is_active?: boolean;
            starts_at?: string | null;
            ends_at?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              /** Format: uuid */
              promotion_id: string;
              promotion_name: string;
              usage_limit: number | null;
              per_customer_limit: number | null;
              used_count: number;
              remaining_uses: number | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/promo-codes/{code}/": {
    /** Read: promo code */
    get: {
      parameters: {
        path: {
          /** @description The code, in capitals or not */
          code: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              /** Format: uuid */
              promotion_id: string;
              promotion_name: string;
              usage_limit: number | null;
              per_customer_limit: number | null;
              used_count: number;
              remaining_uses: number | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write: promo code */
    put: {
      parameters: {
        path: {
          /** @description The code, in capitals or not */
          code: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @example WELCOME10 */
            code: string;
            /** Format: uuid */
            promotion_id: string;
            usage_limit?: number | null;
            per_customer_limit?: number | null;
            is_active?: boolean;
            starts_at?: string | null;
            ends_at?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              /** Format: uuid */
              promotion_id: string;
              promotion_name: string;
              usage_limit: number | null;
              per_customer_limit: number | null;
              used_count: number;
              remaining_uses: number | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete: promo code */
    delete: {
      parameters: {
        path: {
          /** @description The code, in capitals or not */
          code: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: promo code */
    patch: {
      parameters: {
        path: {
          /** @description The code, in capitals or not */
          code: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @example WELCOME10 */
            code?: string;
            /** Format: uuid */
            promotion_id?: string;
            usage_limit?: number | null;
            per_customer_limit?: number | null;
            is_active?: boolean;
            starts_at?: string | null;
            ends_at?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              /** Format: uuid */
              promotion_id: string;
              promotion_name: string;
              usage_limit: number | null;
              per_customer_limit: number | null;
              used_count: number;
              remaining_uses: number | null;
              is_active: boolean;
              starts_at: string | null;
              ends_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/ab-tests/": {
    /** List: a/b tests */
    get: {
      parameters: {
        query?: {
          status?: "draft" | "running" | "paused" | "completed";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "running" | "paused" | "completed";
              variants: {
                name: string;
                weight: number;
                /** Format: uuid */
                promotion_id?: string;
              }[];
              campaign_id: string | null;
              started_at: string | null;
              ended_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              results?: {
                confidence: number;
                baseline: string;
                currency: string | null;
                impressions: number;
                conversions: number;
                variants: {
                  name: string;
                  impressions: number;
                  conversions: number;
                  conversion_rate: number;
                  /** @example 1234.50 */
                  revenue: string;
                  revenue_by_currency: {
                    currency: string;
                    /** @example 1234.50 */
                    revenue: string;
                  }[];
                  comparison: {
                    difference: number;
                    difference_interval: {
                      low: number;
                      high: number;
                    };
                    lift_percent: number | null;
                    lift_interval_percent: {
                      low: number;
                      high: number;
                    } | null;
                    z: number | null;
                    p_value: number | null;
                    is_significant: boolean;
                  } | null;
                }[];
              };
            }[];
          };
        };
      };
    };
    /** Create: a/b test */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description The first is the baseline that the others are compared with. */
            variants: {
              name: string;
              weight?: number;
              promotion_id?: string | null;
            }[];
            campaign_id?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "running" | "paused" | "completed";
              variants: {
                name: string;
                weight: number;
                /** Format: uuid */
                promotion_id?: string;
              }[];
              campaign_id: string | null;
              started_at: string | null;
              ended_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              results?: {
                confidence: number;
                baseline: string;
                currency: string | null;
                impressions: number;
                conversions: number;
                variants: {
                  name: string;
                  impressions: number;
                  conversions: number;
                  conversion_rate: number;
                  /** @example 1234.50 */
                  revenue: string;
                  revenue_by_currency: {
                    currency: string;
                    /** @example 1234.50 */
                    revenue: string;
                  }[];
                  comparison: {
                    difference: number;
                    difference_interval: {
                      low: number;
                      high: number;
                    };
                    lift_percent: number | null;
                    lift_interval_percent: {
                      low: number;
                      high: number;
                    } | null;
                    z: number | null;
                    p_value: number | null;
                    is_significant: boolean;
                  } | null;
                }[];
              };
            };
          };
        };
      };
    };
  };
  "/ab-tests/{id}/": {
    /** Read: a/b test */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "running" | "paused" | "completed";
              variants: {
                name: string;
                weight: number;
                /** Format: uuid */
                promotion_id?: string;
              }[];
              campaign_id: string | null;
              started_at: string | null;
              ended_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              results?: {
                confidence: number;
                baseline: string;
                currency: string | null;
                impressions: number;
                conversions: number;
                variants: {
                  name: string;
                  impressions: number;
                  conversions: number;
                  conversion_rate: number;
                  /** @example 1234.50 */
                  revenue: string;
                  revenue_by_currency: {
                    currency: string;
                    /** @example 1234.50 */
                    revenue: string;
                  }[];
                  comparison: {
                    difference: number;
                    difference_interval: {
                      low: number;
                      high: number;
                    };
                    lift_percent: number | null;
                    lift_interval_percent: {
                      low: number;
                      high: number;
                    } | null;
                    z: number | null;
                    p_value: number | null;
                    is_significant: boolean;
                  } | null;
                }[];
              };
            };
          };
        };
      };
    };
    /** Write: a/b test */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            description?: string;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description The first is the baseline that the others are compared with. */
            variants: {
              name: string;
              weight?: number;
              promotion_id?: string | null;
            }[];
            campaign_id?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "running" | "paused" | "completed";
              variants: {
                name: string;
                weight: number;
                /** Format: uuid */
                promotion_id?: string;
              }[];
              campaign_id: string | null;
              started_at: string | null;
              ended_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              results?: {
                confidence: number;
                baseline: string;
                currency: string | null;
                impressions: number;
                conversions: number;
                variants: {
                  name: string;
                  impressions: number;
                  conversions: number;
                  conversion_rate: number;
                  /** @example 1234.50 */
                  revenue: string;
                  revenue_by_currency: {
                    currency: string;
                    /** @example 1234.50 */
                    revenue: string;
                  }[];
                  comparison: {
                    difference: number;
                    difference_interval: {
                      low: number;
                      high: number;
                    };
                    lift_percent: number | null;
                    lift_interval_percent: {
                      low: number;
                      high: number;
                    } | null;
                    z: number | null;
                    p_value: number | null;
                    is_significant: boolean;
                  } | null;
                }[];
              };
            };
          };
        };
      };
    };
    /** Delete: a/b test */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change: a/b test */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            description?: string;
            /** @enum {string} */
            status?: "draft" | "running" | "paused" | "completed";
            /** @description The first is the baseline that the others are compared with. */
            variants?: {
              name: string;
              weight?: number;
              promotion_id?: string | null;
            }[];
            campaign_id?: string | null;
            sanity_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              description: string;
              /** @enum {string} */
              status: "draft" | "running" | "paused" | "completed";
              variants: {
                name: string;
                weight: number;
                /** Format: uuid */
                promotion_id?: string;
              }[];
              campaign_id: string | null;
              started_at: string | null;
              ended_at: string | null;
              sanity_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              results?: {
                confidence: number;
                baseline: string;
                currency: string | null;
                impressions: number;
                conversions: number;
                variants: {
                  name: string;
                  impressions: number;
                  conversions: number;
                  conversion_rate: number;
                  /** @example 1234.50 */
                  revenue: string;
                  revenue_by_currency: {
                    currency: string;
                    /** @example 1234.50 */
                    revenue: string;
                  }[];
                  comparison: {
                    difference: number;
                    difference_interval: {
                      low: number;
                      high: number;
                    };
                    lift_percent: number | null;
                    lift_interval_percent: {
                      low: number;
                      high: number;
                    } | null;
                    z: number | null;
                    p_value: number | null;
                    is_significant: boolean;
                  } | null;
                }[];
              };
            };
          };
        };
      };
    };
  };
  "/ab-tests/{id}/assignment/": {
    /** The variant of a subject, which never changes */
    get: {
      parameters: {
        query: {
          subject_key: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              test_id: string;
              /** @enum {string} */
              status: "draft" | "running" | "paused" | "completed";
              variant: string;
            };
          };
        };
      };
    };
  };
  "/ab-tests/{id}/record-impression/": {
    /** Record the impression of a subject; its first one counts */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            variant: string;
            subject_key: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              test_id: string;
              variant: string;
              /** @description False when this subject was counted before, or sees another variant. */
              recorded: boolean;
            };
          };
        };
      };
    };
  };
  "/ab-tests/{id}/record-conversion/": {
    /** Record the conversion of a subject; its first one counts */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            variant: string;
            subject_key: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              test_id: string;
              variant: string;
              /** @description False when this subject was counted before, or sees another variant. */
              recorded: boolean;
            };
          };
        };
      };
    };
  };
  "/compliance/age-verification/": {
    /** Verify an age */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /**
             * @example self_declared
             * @example id_scan
             */
            method: string;
            /** Format: date */
            date_of_birth?: string;
            document?: {
              type?: string;
              number?: string;
              country?: string;
              /** Format: date */
              date_of_birth: string;
              /** Format: date */
              expires_on?: string;
            };
            /** @default 18 */
            minimum_age?: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Whether verified_for_age is at least minimum_age. */
              verified: boolean;
              minimum_age: number;
              verified_for_age: number | null;
              method: string | null;
              verified_at: string | null;
              expires_at: string | null;
              refused_until: string | null;
            };
          };
        };
      };
    };
  };
  "/compliance/age-verification/status/": {
    /** The verified age of the caller */
    get: {
      parameters: {
        query?: {
          minimum_age?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Whether verified_for_age is at least minimum_age. */
              verified: boolean;
              minimum_age: number;
              verified_for_age: number | null;
              method: string | null;
              verified_at: string | null;
              expires_at: string | null;
              refused_until: string | null;
            };
          };
        };
      };
    };
  };
  "/compliance/age-checks/": {
    /** Record that staff checked a customer's age at the counter */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            customer: string;
            /** @enum {string} */
            method: "id_scan" | "visual";
            minimum_age: number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @description Whether verified_for_age is at least minimum_age. */
              verified: boolean;
              minimum_age: number;
              verified_for_age: number | null;
              method: string | null;
              verified_at: string | null;
              expires_at: string | null;
              refused_until: string | null;
            };
          };
        };
      };
    };
  };
  "/compliance/purchase-limits/": {
    /** Purchase limits by name */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              store: string | null;
              variant_id: string | null;
              product_id: number | null;
              category_id: string | null;
              everything: boolean;
              max_quantity: number;
              /** @enum {string} */
              period: "transaction" | "day" | "week" | "month";
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Set a purchase limit */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            store?: string | null;
            variant_id?: string | null;
            product_id?: number | null;
            category_id?: string | null;
            /** @description Required to limit all goods; otherwise name one target. */
            everything?: boolean;
            max_quantity: number;
            /** @enum {string} */
            period: "transaction" | "day" | "week" | "month";
            is_active?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              store: string | null;
              variant_id: string | null;
              product_id: number | null;
              category_id: string | null;
              everything: boolean;
              max_quantity: number;
              /** @enum {string} */
              period: "transaction" | "day" | "week" | "month";
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/purchase-limits/{id}/": {
    /** A purchase limit */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              store: string | null;
              variant_id: string | null;
              product_id: number | null;
              category_id: string | null;
              everything: boolean;
              max_quantity: number;
              /** @enum {string} */
              period: "transaction" | "day" | "week" | "month";
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Write a purchase limit */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            store?: string | null;
            variant_id?: string | null;
            product_id?: number | null;
            category_id?: string | null;
            /** @description Required to limit all goods; otherwise name one target. */
            everything?: boolean;
            max_quantity: number;
            /** @enum {string} */
            period: "transaction" | "day" | "week" | "month";
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              store: string | null;
              variant_id: string | null;
              product_id: number | null;
              category_id: string | null;
              everything: boolean;
              max_quantity: number;
              /** @enum {string} */
              period: "transaction" | "day" | "week" | "month";
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a purchase limit */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a purchase limit */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            store?: string | null;
            variant_id?: string | null;
            product_id?: number | null;
            category_id?: string | null;
            /** @description Required to limit all goods; otherwise name one target. */
            everything?: boolean;
            max_quantity?: number;
            /** @enum {string} */
            period?: "transaction" | "day" | "week" | "month";
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              store: string | null;
              variant_id: string | null;
              product_id: number | null;
              category_id: string | null;
              everything: boolean;
              max_quantity: number;
              /** @enum {string} */
              period: "transaction" | "day" | "week" | "month";
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/credentials/": {
    /** Credentials, newest first */
    get: {
      parameters: {
        query?: {
          status?: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Start the verification of a user */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            user: string;
            /** @description Generated if omitted. */
            credential_key?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/credentials/{id}/": {
    /** A credential */
    get: {
      parameters: {
        path: {
          /** @description UUID or credential key */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/credentials/{id}/submit/": {
    /** The vendor has the inquiry and owes an answer */
    post: {
      parameters: {
        path: {
          /** @description UUID or credential key */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            vendor?: "kycvendor";
            vendor_reference_id?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/credentials/{id}/review/": {
    /** Hand a credential to the reviewers, because the vendor cannot tell */
    post: {
      parameters: {
        path: {
          /** @description UUID or credential key */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/credentials/{id}/approve/": {
    /** Set a credential to active after manual review */
    post: {
      parameters: {
        path: {
          /** @description UUID or credential key */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/credentials/{id}/reject/": {
    /** Set a credential to rejected after manual review */
    post: {
      parameters: {
        path: {
          /** @description UUID or credential key */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              user: string;
              user_name: string;
              credential_key: string;
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              verificationData: {
                [key: string]: unknown;
              };
              rejectionReason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/status/": {
    /** The caller's own verification */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              verified: boolean;
              status: ("pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected") | null;
              credential_key: string | null;
              rejection_reason: string | null;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/start/": {
    /** Start the caller's own verification */
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              verified: boolean;
              status: ("pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected") | null;
              credential_key: string | null;
              rejection_reason: string | null;
            };
          };
        };
        201: {
          content: {
            "application/json": {
              verified: boolean;
              status: ("pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected") | null;
              credential_key: string | null;
              rejection_reason: string | null;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/submit/": {
    /** The caller has handed their documents to the vendor */
    post: {
      requestBody: {
        content: {
          "application/json": {
            vendor_reference_id?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              verified: boolean;
              status: ("pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected") | null;
              credential_key: string | null;
              rejection_reason: string | null;
            };
          };
        };
      };
    };
  };
  "/transactions/": {
    /** List sales */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
          store?: string;
          /** @description First day, in the store's time zone */
          date_from?: string;
          /** @description Last day, in the store's time zone */
          date_to?: string;
          terminal?: string;
          /** @description Employee number or id */
          employee?: string;
          /** @description Id or email address */
          customer?: string;
          channel?: "pos" | "web_commerce" | "dashboard" | "api";
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_min?: string | number;
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_max?: string | number;
          /** @description A number or its beginning with the day, words of the notes or the goods, a SKU, the name or email address of the customer */
          search?: string;
          flag?: "price_overridden" | "tax_variance" | "age_check";
          ordering?: "created_at" | "-created_at" | "totalAmount" | "-totalAmount" | "transactionId" | "-transactionId" | "status" | "-status" | "store" | "-store";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              transactionId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @example 12.50 */
              totalAmount: string;
              /** Format: uuid */
              store: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
    /** Open an empty sale */
    post: {
      requestBody: {
        content: {
          "application/json": {
            storeId: string;
            notes?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
  };
  "/transactions/export/": {
    /** The sales that match as a CSV file */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
          store?: string;
          /** @description First day, in the store's time zone */
          date_from?: string;
          /** @description Last day, in the store's time zone */
          date_to?: string;
          terminal?: string;
          /** @description Employee number or id */
          employee?: string;
          /** @description Id or email address */
          customer?: string;
          channel?: "pos" | "web_commerce" | "dashboard" | "api";
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_min?: string | number;
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_max?: string | number;
          /** @description A number or its beginning with the day, words of the notes or the goods, a SKU, the name or email address of the customer */
          search?: string;
          flag?: "price_overridden" | "tax_variance" | "age_check";
          ordering?: "created_at" | "-created_at" | "totalAmount" | "-totalAmount" | "transactionId" | "-transactionId" | "status" | "-status" | "store" | "-store";
        };
      };
      responses: {
        200: {
          content: {
            "text/csv": string;
          };
        };
      };
    };
  };
  "/transactions/{transactionId}/": {
    /** A sale with its lines and payments */
    get: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
    /** Write the staff notes of a sale */
    put: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            notes?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
    /**
     * Write the staff notes of a sale, or attach a customer to it
     * @description Attaching a customer changes neither prices nor tax.
     */
    patch: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            notes?: string;
            customer_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
  };
  "/transactions/{transactionId}/line-items/": {
    /**
     * Add lines to a sale that was opened empty and is not paid
     * @description Prices and tax are those of the catalogue and the store.
     */
    post: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            line_items: {
              /** Format: uuid */
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_price?: string | number;
            }[];
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            subtotal?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            tax_amount?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            total_amount?: string | number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
  };
  "/transactions/{transactionId}/void/": {
    /** Void a sale: restock its lines and refund every payment */
    post: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason: string;
            approval_request_id?: string;
            /** @description The open shift whose drawer pays cash back. */
            shift_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              transactionId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              voidedAt: string;
              voidReason: string;
              /** @example 12.50 */
              totalAmount: string;
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
            };
          };
        };
      };
    };
  };
  "/sale-transactions/": {
    /** List sales */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
          store?: string;
          /** @description First day, in the store's time zone */
          date_from?: string;
          /** @description Last day, in the store's time zone */
          date_to?: string;
          terminal?: string;
          /** @description Employee number or id */
          employee?: string;
          /** @description Id or email address */
          customer?: string;
          channel?: "pos" | "web_commerce" | "dashboard" | "api";
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_min?: string | number;
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_max?: string | number;
          /** @description A number or its beginning with the day, words of the notes or the goods, a SKU, the name or email address of the customer */
          search?: string;
          flag?: "price_overridden" | "tax_variance" | "age_check";
          ordering?: "created_at" | "-created_at" | "totalAmount" | "-totalAmount" | "transactionId" | "-transactionId" | "status" | "-status" | "store" | "-store";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              transactionId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @example 12.50 */
              totalAmount: string;
              /** Format: uuid */
              store: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
    /** Open an empty sale */
    post: {
      requestBody: {
        content: {
          "application/json": {
            storeId: string;
            notes?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
  };
  "/sale-transactions/export/": {
    /** The sales that match as a CSV file */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
          store?: string;
          /** @description First day, in the store's time zone */
          date_from?: string;
          /** @description Last day, in the store's time zone */
          date_to?: string;
          terminal?: string;
          /** @description Employee number or id */
          employee?: string;
          /** @description Id or email address */
          customer?: string;
          channel?: "pos" | "web_commerce" | "dashboard" | "api";
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_min?: string | number;
          /**
           * @description Not negative, with at most as many decimals as the currency has.
           * @example 12.50
           */
          amount_max?: string | number;
          /** @description A number or its beginning with the day, words of the notes or the goods, a SKU, the name or email address of the customer */
          search?: string;
          flag?: "price_overridden" | "tax_variance" | "age_check";
          ordering?: "created_at" | "-created_at" | "totalAmount" | "-totalAmount" | "transactionId" | "-transactionId" | "status" | "-status" | "store" | "-store";
        };
      };
      responses: {
        200: {
          content: {
            "text/csv": string;
          };
        };
      };
    };
  };
  "/sale-transactions/{transactionId}/": {
    /** A sale with its lines and payments */
    get: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
    /** Write the staff notes of a sale */
    put: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            notes?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
    /**
     * Write the staff notes of a sale, or attach a customer to it
     * @description Attaching a customer changes neither prices nor tax.
     */
    patch: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            notes?: string;
            customer_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
  };
  "/sale-transactions/{transactionId}/line-items/": {
    /**
     * Add lines to a sale that was opened empty and is not paid
     * @description Prices and tax are those of the catalogue and the store.
     */
    post: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            line_items: {
              /** Format: uuid */
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_price?: string | number;
            }[];
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            subtotal?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            tax_amount?: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            total_amount?: string | number;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              documentId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              appliedPromotionDiscount: string;
              /** @example 12.50 */
              taxAmount: string;
              /** @description Whether unit prices, subtotal and shipping contain the tax */
              prices_include_tax: boolean;
              tax_exemption: string | null;
              customer_id: string | null;
              /** @example 12.50 */
              shippingAmount: string;
              /** @example 12.50 */
              totalAmount: string;
              /** @example 12.50 */
              totalPaid: string;
              /** @example 12.50 */
              changeDue: string;
              /** @example 12.50 */
              rounding_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @description Absent in sales before tax classes */
                tax_class?: string;
                /** @example 12.50 */
                net?: string;
                /** @example 12.50 */
                tax?: string;
                /** @example 12.50 */
                gross?: string;
              }[] | null;
              price_overridden: boolean;
              /** @example 12.50 */
              tax_variance: string;
              variances: {
                field: string;
                /** @example 12.50 */
                charged: string;
                /** @example 12.50 */
                expected: string;
              }[];
              /** @description Every discount of the sale with its reason */
              adjustments: {
                /** @enum {string} */
                kind: "promotion" | "code" | "manual" | "loyalty";
                line: number | null;
                /** @example 12.50 */
                amount: string;
                reason: string | null;
                actor: string | null;
                approval_request_id: string | null;
                promotion_id: string | null;
                code: string | null;
              }[];
              notes: string;
              /** @description For the customer; printed on the receipt */
              note: string;
              /** @description Who collects the goods; printed on the receipt */
              pickup_name: string;
              exchange_of: {
                /** Format: uuid */
                return_id: string;
                return_number: string;
                transaction_id: string;
              } | null;
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              employee: string | null;
              terminal_id: string | null;
              lineItems: {
                /** Format: uuid */
                id: string;
                transactionId: string;
                /** Format: uuid */
                productVariantId: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unitPrice: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                taxAmount: string;
                isTaxExempt: boolean;
                taxClass: string;
                costAtSale: string | null;
                /** @description Of costAtSale */
                costCurrency: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returnedQuantity: number;
              }[];
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
              expires_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completedAt: string | null;
              voidedAt: string | null;
              voidReason: string | null;
            };
          };
        };
      };
    };
  };
  "/sale-transactions/{transactionId}/void/": {
    /** Void a sale: restock its lines and refund every payment */
    post: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason: string;
            approval_request_id?: string;
            /** @description The open shift whose drawer pays cash back. */
            shift_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              transactionId: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              voidedAt: string;
              voidReason: string;
              /** @example 12.50 */
              totalAmount: string;
              payment_records: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_transaction_id: string | null;
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                }[];
              }[];
            };
          };
        };
      };
    };
  };
  "/line-items/": {
    /** Lines of one sale or of all */
    get: {
      parameters: {
        query?: {
          transaction?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              transactionId: string;
              /** Format: uuid */
              productVariantId: string;
              sku: string;
              name: string;
              product_name: string;
              /** @description Empty if the product has no variants */
              variant_name: string;
              /**
               * @description Product and variant in one text
               * @example Black Tee, Size L
               */
              description: string;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              quantity: number;
              /** @enum {string} */
              unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /** @example 12.50 */
              unitPrice: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              discount: string;
              /** @example 12.50 */
              taxAmount: string;
              isTaxExempt: boolean;
              taxClass: string;
              costAtSale: string | null;
              /** @description Of costAtSale */
              costCurrency: string;
              /**
               * @description Whole for pieces, else at most three decimals.
               * @example 2
               */
              returnedQuantity: number;
            }[];
          };
        };
      };
    };
  };
  "/payments/payments/": {
    /** Payments, newest first; cashiers cannot list those of a shift before its drawer is counted */
    get: {
      parameters: {
        query?: {
          transaction?: string;
          store?: string;
          status?: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
          verification?: "not_needed" | "unverified" | "verified" | "mismatch";
          payment_method?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment_id: string;
              /** Format: uuid */
              payment_method: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are due from the customer. */
              rounding: string;
              currency: string;
              /** @enum {string} */
              status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              processor_transaction_id: string | null;
              /** @enum {string} */
              verification: "not_needed" | "unverified" | "verified" | "mismatch";
              card_last_four: string | null;
              card_brand: string | null;
              reference: string | null;
              /** @example 12.50 */
              refunded_amount: string;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              payment_method_code: string;
              payment_method_name: string;
              /** @enum {string} */
              payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              /** @example 12.50 */
              tendered: string;
              review_reason: string | null;
              review_decision: ("accept" | "refund" | "correct") | null;
              settlement: string | null;
              failure_code: string | null;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            }[];
          };
        };
      };
    };
    /** Record a payment taken elsewhere */
    post: {
      requestBody: {
        content: {
          "application/json": {
            transaction: string;
            payment_method: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount: string | number;
            /**
             * @default succeeded
             * @enum {string}
             */
            status?: "pending" | "requires_action" | "succeeded" | "failed";
            processor_transaction_id?: string | null;
            reference?: string;
            /**
             * Format: moment
             * @description ISO 8601; without an offset it is UTC
             */
            processed_at?: string;
            age_check?: {
              /** @enum {string} */
              method: "id_scan" | "visual";
              confirmed: boolean;
            };
            store_credit_code?: string;
            gift_card_code?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment_id: string;
              /** Format: uuid */
              payment_method: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are due from the customer. */
              rounding: string;
              currency: string;
              /** @enum {string} */
              status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              processor_transaction_id: string | null;
              /** @enum {string} */
              verification: "not_needed" | "unverified" | "verified" | "mismatch";
              card_last_four: string | null;
              card_brand: string | null;
              reference: string | null;
              /** @example 12.50 */
              refunded_amount: string;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              payment_method_code: string;
              payment_method_name: string;
              /** @enum {string} */
              payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              /** @example 12.50 */
              tendered: string;
              review_reason: string | null;
              review_decision: ("accept" | "refund" | "correct") | null;
              settlement: string | null;
              failure_code: string | null;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/payments/refunds/": {
    /** Refunds, newest first; cashiers cannot list those of a shift before its drawer is counted */
    get: {
      parameters: {
        query?: {
          transaction?: string;
          store?: string;
          payment?: string;
          status?: "pending" | "succeeded" | "failed";
          action_required?: "confirm_on_terminal" | "pay_out_cash";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example REF-20260709-0A1B2C3D */
              refund_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are paid to the customer. */
              rounding: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              reason: string;
              /** @enum {string} */
              refund_to: "original" | "cash" | "store_credit";
              way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
              action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
              processor_refund_id: string | null;
              shift_id: string | null;
              reference: string | null;
              confirmed_by: string | null;
              confirmed_at: string | null;
              store_credit_code: string | null;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** Format: uuid */
              payment: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              terminal_id: string | null;
              requested_by: string | null;
              attempts: number;
              last_error: string | null;
              next_attempt_at: string | null;
            }[];
          };
        };
      };
    };
    /** Refund a payment in full or in part */
    post: {
      requestBody: {
        content: {
          "application/json": {
            payment: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount?: string | number;
            reason: string;
            approval_request_id?: string;
            /** @description The open shift whose drawer pays cash back. */
            shift_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example REF-20260709-0A1B2C3D */
              refund_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are paid to the customer. */
              rounding: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              reason: string;
              /** @enum {string} */
              refund_to: "original" | "cash" | "store_credit";
              way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
              action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
              processor_refund_id: string | null;
              shift_id: string | null;
              reference: string | null;
              confirmed_by: string | null;
              confirmed_at: string | null;
              store_credit_code: string | null;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** Format: uuid */
              payment: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              terminal_id: string | null;
              requested_by: string | null;
              attempts: number;
              last_error: string | null;
              next_attempt_at: string | null;
            };
          };
        };
      };
    };
  };
  "/payments/": {
    /** Payments, newest first; cashiers cannot list those of a shift before its drawer is counted */
    get: {
      parameters: {
        query?: {
          transaction?: string;
          store?: string;
          status?: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
          verification?: "not_needed" | "unverified" | "verified" | "mismatch";
          payment_method?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment_id: string;
              /** Format: uuid */
              payment_method: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are due from the customer. */
              rounding: string;
              currency: string;
              /** @enum {string} */
              status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              processor_transaction_id: string | null;
              /** @enum {string} */
              verification: "not_needed" | "unverified" | "verified" | "mismatch";
              card_last_four: string | null;
              card_brand: string | null;
              reference: string | null;
              /** @example 12.50 */
              refunded_amount: string;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              payment_method_code: string;
              payment_method_name: string;
              /** @enum {string} */
              payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              /** @example 12.50 */
              tendered: string;
              review_reason: string | null;
              review_decision: ("accept" | "refund" | "correct") | null;
              settlement: string | null;
              failure_code: string | null;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            }[];
          };
        };
      };
    };
  };
  "/payments/{pk}/": {
    /** A payment with its refunds */
    get: {
      parameters: {
        path: {
          pk: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment_id: string;
              /** Format: uuid */
              payment_method: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are due from the customer. */
              rounding: string;
              currency: string;
              /** @enum {string} */
              status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              processor_transaction_id: string | null;
              /** @enum {string} */
              verification: "not_needed" | "unverified" | "verified" | "mismatch";
              card_last_four: string | null;
              card_brand: string | null;
              reference: string | null;
              /** @example 12.50 */
              refunded_amount: string;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              payment_method_code: string;
              payment_method_name: string;
              /** @enum {string} */
              payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              /** @example 12.50 */
              tendered: string;
              review_reason: string | null;
              review_decision: ("accept" | "refund" | "correct") | null;
              settlement: string | null;
              failure_code: string | null;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/payments/payments/{pk}/": {
    /** A payment with its refunds */
    get: {
      parameters: {
        path: {
          pk: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment_id: string;
              /** Format: uuid */
              payment_method: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are due from the customer. */
              rounding: string;
              currency: string;
              /** @enum {string} */
              status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              processor_transaction_id: string | null;
              /** @enum {string} */
              verification: "not_needed" | "unverified" | "verified" | "mismatch";
              card_last_four: string | null;
              card_brand: string | null;
              reference: string | null;
              /** @example 12.50 */
              refunded_amount: string;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              payment_method_code: string;
              payment_method_name: string;
              /** @enum {string} */
              payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              /** @example 12.50 */
              tendered: string;
              review_reason: string | null;
              review_decision: ("accept" | "refund" | "correct") | null;
              settlement: string | null;
              failure_code: string | null;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/payments/refunds/{pk}/": {
    /** A refund */
    get: {
      parameters: {
        path: {
          /** @description UUID or REF number */
          pk: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example REF-20260709-0A1B2C3D */
              refund_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are paid to the customer. */
              rounding: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              reason: string;
              /** @enum {string} */
              refund_to: "original" | "cash" | "store_credit";
              way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
              action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
              processor_refund_id: string | null;
              shift_id: string | null;
              reference: string | null;
              confirmed_by: string | null;
              confirmed_at: string | null;
              store_credit_code: string | null;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** Format: uuid */
              payment: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              terminal_id: string | null;
              requested_by: string | null;
              attempts: number;
              last_error: string | null;
              next_attempt_at: string | null;
            };
          };
        };
      };
    };
  };
  "/payments/refunds/{pk}/confirm/": {
    /** Confirm a refund made on a separate terminal with its slip number */
    post: {
      parameters: {
        path: {
          /** @description UUID or REF number */
          pk: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description The number on the slip of the terminal. */
            reference: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example REF-20260709-0A1B2C3D */
              refund_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are paid to the customer. */
              rounding: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              reason: string;
              /** @enum {string} */
              refund_to: "original" | "cash" | "store_credit";
              way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
              action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
              processor_refund_id: string | null;
              shift_id: string | null;
              reference: string | null;
              confirmed_by: string | null;
              confirmed_at: string | null;
              store_credit_code: string | null;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** Format: uuid */
              payment: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              terminal_id: string | null;
              requested_by: string | null;
              attempts: number;
              last_error: string | null;
              next_attempt_at: string | null;
            };
          };
        };
      };
    };
  };
  "/payments/refunds/{pk}/retry/": {
    /** Retry a refund that has not succeeded */
    post: {
      parameters: {
        path: {
          /** @description UUID or REF number */
          pk: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example REF-20260709-0A1B2C3D */
              refund_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are paid to the customer. */
              rounding: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              reason: string;
              /** @enum {string} */
              refund_to: "original" | "cash" | "store_credit";
              way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
              action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
              processor_refund_id: string | null;
              shift_id: string | null;
              reference: string | null;
              confirmed_by: string | null;
              confirmed_at: string | null;
              store_credit_code: string | null;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** Format: uuid */
              payment: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              terminal_id: string | null;
              requested_by: string | null;
              attempts: number;
              last_error: string | null;
              next_attempt_at: string | null;
            };
          };
        };
      };
    };
  };
  "/payments/review/": {
    /** Payments that wait for a decision, oldest first, each with its reason */
    get: {
      parameters: {
        query?: {
          store?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment_id: string;
              /** Format: uuid */
              payment_method: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are due from the customer. */
              rounding: string;
              currency: string;
              /** @enum {string} */
              status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
              processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
              processor_transaction_id: string | null;
              /** @enum {string} */
              verification: "not_needed" | "unverified" | "verified" | "mismatch";
              card_last_four: string | null;
              card_brand: string | null;
              reference: string | null;
              /** @example 12.50 */
              refunded_amount: string;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              payment_method_code: string;
              payment_method_name: string;
              /** @enum {string} */
              payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
              /** @example 12.50 */
              tendered: string;
              review_reason: string | null;
              review_decision: ("accept" | "refund" | "correct") | null;
              settlement: string | null;
              failure_code: string | null;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              /**
               * @description `not_confirmed`: the processor has not answered yet. `not_found`: it does not know the payment. `no_proof`: no processor id and no slip number. `mismatch`: it reports something else. `taken_after_failure`: it took the money of a payment booked as failed.
               * @enum {string}
               */
              reason: "not_confirmed" | "not_found" | "no_proof" | "mismatch" | "taken_after_failure";
              /** @description The reason in a sentence. */
              reason_text: string;
              /** @description How often the processor was asked. */
              asks: number;
              asked_at: string | null;
              answer: ("verified" | "mismatch" | "not_found" | "waiting" | "unavailable") | null;
              task_id: string | null;
            }[];
          };
        };
      };
    };
  };
  "/payments/{id}/review/": {
    /** The decisions about a payment, and why it is in review */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              payment: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment_id: string;
                /** Format: uuid */
                payment_method: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are due from the customer. */
                rounding: string;
                currency: string;
                /** @enum {string} */
                status: "pending" | "requires_action" | "succeeded" | "failed" | "voided";
                processor_type: ("primary" | "square" | "paypal" | "custom_bank") | null;
                processor_transaction_id: string | null;
                /** @enum {string} */
                verification: "not_needed" | "unverified" | "verified" | "mismatch";
                card_last_four: string | null;
                card_brand: string | null;
                reference: string | null;
                /** @example 12.50 */
                refunded_amount: string;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /** @description TXN number */
                transaction: string;
                /** Format: uuid */
                store: string;
                shift: string | null;
                payment_method_code: string;
                payment_method_name: string;
                /** @enum {string} */
                payment_method_type: "cash" | "card" | "pay_at_store" | "store_credit" | "gift_card" | "points";
                /** @example 12.50 */
                tendered: string;
                review_reason: string | null;
                review_decision: ("accept" | "refund" | "correct") | null;
                settlement: string | null;
                failure_code: string | null;
                refunds: {
                  /** Format: uuid */
                  id: string;
                  /** @example REF-20260709-0A1B2C3D */
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @description Of cash: `amount` and this are paid to the customer. */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  reason: string;
                  /** @enum {string} */
                  refund_to: "original" | "cash" | "store_credit";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                  /**
                   * Format: date-time
                   * @description UTC, ISO 8601 with Z
                   */
                  created_at: string;
                }[];
              };
              in_review: boolean;
              reason: ("not_confirmed" | "not_found" | "no_proof" | "mismatch" | "taken_after_failure") | null;
              reason_text: string | null;
              decisions: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                payment: string;
                /** @enum {string} */
                decision: "accept" | "refund" | "correct";
                note: string;
                /**
                 * @description `not_confirmed`: the processor has not answered yet. `not_found`: it does not know the payment. `no_proof`: no processor id and no slip number. `mismatch`: it reports something else. `taken_after_failure`: it took the money of a payment booked as failed.
                 * @enum {string}
                 */
                reason: "not_confirmed" | "not_found" | "no_proof" | "mismatch" | "taken_after_failure";
                /** @enum {string} */
                verification_before: "not_needed" | "unverified" | "verified" | "mismatch";
                processor_transaction_id_before: string | null;
                reference_before: string | null;
                decided_by: string | null;
                decided_by_name: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                decided_at: string;
              }[];
            };
          };
        };
      };
    };
    /** Accept, refund or correct a payment in review; the first decision stands */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description `accept`: the money is there, as the note explains. `refund`: give the rest of the payment back. `correct`: check another processor id, or the present one again; the payment is verified if the processor took the booked amount, else 409 `NOT_CONFIRMED`. With `reference`: record the slip number of a stand-alone terminal.
             * @enum {string}
             */
            decision: "accept" | "refund" | "correct";
            note: string;
            processor_transaction_id?: string;
            reference?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              payment: string;
              /** @enum {string} */
              decision: "accept" | "refund" | "correct";
              note: string;
              /**
               * @description `not_confirmed`: the processor has not answered yet. `not_found`: it does not know the payment. `no_proof`: no processor id and no slip number. `mismatch`: it reports something else. `taken_after_failure`: it took the money of a payment booked as failed.
               * @enum {string}
               */
              reason: "not_confirmed" | "not_found" | "no_proof" | "mismatch" | "taken_after_failure";
              /** @enum {string} */
              verification_before: "not_needed" | "unverified" | "verified" | "mismatch";
              processor_transaction_id_before: string | null;
              reference_before: string | null;
              decided_by: string | null;
              decided_by_name: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              decided_at: string;
              refund: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /** Format: uuid */
                payment: string;
                /** @description TXN number */
                transaction: string;
                /** Format: uuid */
                store: string;
                shift: string | null;
                terminal_id: string | null;
                requested_by: string | null;
                attempts: number;
                last_error: string | null;
                next_attempt_at: string | null;
              } | null;
            };
          };
        };
      };
    };
  };
  "/payments/settlements/": {
    /** Settlement files, newest first, with counts and sums of the own stores */
    get: {
      parameters: {
        query?: {
          processor?: "primary" | "square" | "paypal" | "custom_bank" | "elavon";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              processor: "primary" | "square" | "paypal" | "custom_bank";
              file_name: string;
              /** @description Charges and refunds that the caller may see. */
              lines: number;
              /** @description Lines such as payouts and fees. */
              ignored: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_from: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_to: string;
              matched: number;
              /** @description Lines without a payment or refund here. */
              unknown: number;
              /** @description Payments and refunds of the period that no file lists. */
              missing: number;
              amount_differs: number;
              currency_differs: number;
              duplicate: number;
              /** @description Lines of stores not matched yet. */
              other_stores: number;
              /** @description One entry for each currency. */
              totals: {
                currency: string;
                /** @example 12.50 */
                charges: string;
                /** @example 12.50 */
                refunds: string;
                /** @example 12.50 */
                fees: string;
                /** @example 12.50 */
                net: string;
              }[];
              created_by: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
    /**
     * Match a processor's settlement file (CSV, up to 10 MiB and 50,000 lines)
     * @description The body is the file as `text/csv`, or a form with `file`, `processor` and `currency`. Columns: date, processor_transaction_id, type (charge or refund), gross, fee, net, currency, payout_id; the names of Stripe's and Square's exports work too. A known file answers 200 with its first settlement.
     */
    post: {
      parameters: {
        query?: {
          /** @description Required here or as a field of the form. */
          processor?: "primary" | "square" | "paypal" | "custom_bank" | "elavon";
          /** @description For files without a currency column. */
          currency?: string;
          file_name?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              processor: "primary" | "square" | "paypal" | "custom_bank";
              file_name: string;
              /** @description Charges and refunds that the caller may see. */
              lines: number;
              /** @description Lines such as payouts and fees. */
              ignored: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_from: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_to: string;
              matched: number;
              /** @description Lines without a payment or refund here. */
              unknown: number;
              /** @description Payments and refunds of the period that no file lists. */
              missing: number;
              amount_differs: number;
              currency_differs: number;
              duplicate: number;
              /** @description Lines of stores not matched yet. */
              other_stores: number;
              /** @description One entry for each currency. */
              totals: {
                currency: string;
                /** @example 12.50 */
                charges: string;
                /** @example 12.50 */
                refunds: string;
                /** @example 12.50 */
                fees: string;
                /** @example 12.50 */
                net: string;
              }[];
              created_by: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              processor: "primary" | "square" | "paypal" | "custom_bank";
              file_name: string;
              /** @description Charges and refunds that the caller may see. */
              lines: number;
              /** @description Lines such as payouts and fees. */
              ignored: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_from: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_to: string;
              matched: number;
              /** @description Lines without a payment or refund here. */
              unknown: number;
              /** @description Payments and refunds of the period that no file lists. */
              missing: number;
              amount_differs: number;
              currency_differs: number;
              duplicate: number;
              /** @description Lines of stores not matched yet. */
              other_stores: number;
              /** @description One entry for each currency. */
              totals: {
                currency: string;
                /** @example 12.50 */
                charges: string;
                /** @example 12.50 */
                refunds: string;
                /** @example 12.50 */
                fees: string;
                /** @example 12.50 */
                net: string;
              }[];
              created_by: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/payments/settlements/{id}/": {
    /** A settlement file with its counts and the sums of each currency */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              processor: "primary" | "square" | "paypal" | "custom_bank";
              file_name: string;
              /** @description Charges and refunds that the caller may see. */
              lines: number;
              /** @description Lines such as payouts and fees. */
              ignored: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_from: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              period_to: string;
              matched: number;
              /** @description Lines without a payment or refund here. */
              unknown: number;
              /** @description Payments and refunds of the period that no file lists. */
              missing: number;
              amount_differs: number;
              currency_differs: number;
              duplicate: number;
              /** @description Lines of stores not matched yet. */
              other_stores: number;
              /** @description One entry for each currency. */
              totals: {
                currency: string;
                /** @example 12.50 */
                charges: string;
                /** @example 12.50 */
                refunds: string;
                /** @example 12.50 */
                fees: string;
                /** @example 12.50 */
                net: string;
              }[];
              created_by: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/payments/settlements/{id}/differences/": {
    /** Lines that fit no payment, and payments of the period without a line */
    get: {
      parameters: {
        query?: {
          kind?: "unknown" | "missing" | "amount_differs" | "currency_differs" | "duplicate";
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              kind: "unknown" | "missing" | "amount_differs" | "currency_differs" | "duplicate";
              line: number | null;
              /** @enum {string} */
              type: "charge" | "refund";
              processor_transaction_id: string | null;
              payout_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              date: string;
              amount: string | null;
              currency: string | null;
              booked_amount: string | null;
              booked_currency: string | null;
              payment: string | null;
              refund: string | null;
              transaction: string | null;
              store: string | null;
            }[];
          };
        };
      };
    };
  };
  "/compliance/checks/": {
    /** Outcomes of age and identity checks, newest first */
    get: {
      parameters: {
        query?: {
          kind?: "age_at_till" | "age_online" | "identity";
          store?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "age_at_till" | "age_online" | "identity";
              /** @description `passed`, or the status of the credential */
              outcome: string;
              reference: string | null;
              user_id: string | null;
              store: string | null;
              method: string | null;
              age: number | null;
              checked_by: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              checked_at: string;
              expires_at: string | null;
            }[];
          };
        };
      };
    };
  };
  "/returns/": {
    /** Returns of the stores you may see, newest first */
    get: {
      parameters: {
        query?: {
          transaction?: string;
          status?: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
          store?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Open a return for one sale */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description TXN number or saleTransaction_ id */
            transaction: string;
            /**
             * @description Usually one of defective, damaged, wrong_item, not_as_described, changed_mind, other; any other text is allowed.
             * @example defective
             */
            return_reason: string;
            notes?: string;
            line_items: {
              original_line_item: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Usually one of defective, damaged, wrong_item, not_as_described, changed_mind, other; any other text is allowed.
               * @example defective
               */
              reason?: string;
            }[];
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/sales/{transaction}/": {
    /** The goods of a sale of this store, or by its full number of another one */
    get: {
      parameters: {
        path: {
          /** @description TXN number; of a sale of this store also its saleTransaction_ id */
          transaction: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description TXN number */
              transaction: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              completed_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                returned_quantity: number;
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/returns/{id}/": {
    /** A return with its goods and refunds */
    get: {
      parameters: {
        path: {
          /** @description UUID or RET number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/{id}/approve/": {
    /** Approve a return: it becomes approved */
    post: {
      parameters: {
        path: {
          /** @description UUID or RET number */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            approval_request_id?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/{id}/reject/": {
    /** Reject a return: it becomes rejected */
    post: {
      parameters: {
        path: {
          /** @description UUID or RET number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/{id}/cancel/": {
    /** Cancel a return: it becomes cancelled */
    post: {
      parameters: {
        path: {
          /** @description UUID or RET number */
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/{id}/receive/": {
    /** Receive a return, all of it or what arrived: it becomes received */
    post: {
      parameters: {
        path: {
          /** @description UUID or RET number */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description What arrived; other lines did not */
            line_items?: {
              original_line_item: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
            }[];
            /**
             * @description Another return waits for the rest, or the customer keeps it
             * @default announced
             * @enum {string}
             */
            rest?: "announced" | "closed";
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/{id}/complete/": {
    /** Complete a return: refund the money and restock the goods */
    post: {
      parameters: {
        path: {
          /** @description UUID or RET number */
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description The original payment, cash from the drawer, or a store credit
             * @default original
             * @enum {string}
             */
            refund_to?: "original" | "cash" | "store_credit";
            /**
             * @description Whether the goods can be sold again
             * @default true
             */
            restock?: boolean;
            approval_request_id?: string;
            /** @description The open shift whose drawer pays cash back. */
            shift_id?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** @description TXN number */
              transaction: string;
              exchange_transaction: string | null;
              rest_return: string | null;
              announced_items: {
                /** Format: uuid */
                original_line_item: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
              }[] | null;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
              return_reason: string;
              notes: string;
              /** @example 12.50 */
              refund_amount: string;
              /** @example 12.50 */
              shipping_refund: string;
              /** @example 12.50 */
              total_return_value: string;
              refund_to: ("original" | "cash" | "store_credit") | null;
              restock: boolean | null;
              line_items: {
                /** Format: uuid */
                original_line_item: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              } | null;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string | null;
              decided_at: string | null;
              received_at: string | null;
              completed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/returns/without-receipt/": {
    /** Take goods back without a receipt, for a store credit and with an approval */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description Usually one of defective, damaged, wrong_item, not_as_described, changed_mind, other; any other text is allowed.
             * @example defective
             */
            return_reason: string;
            notes?: string;
            line_items: {
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Usually one of defective, damaged, wrong_item, not_as_described, changed_mind, other; any other text is allowed.
               * @example defective
               */
              reason?: string;
            }[];
            /**
             * Format: uuid
             * @description Who gets the store credit, if known
             */
            customer_id?: string;
            /** @default true */
            restock?: boolean;
            /** @description Required, also for managers */
            approval_request_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example RET-2026-000042 */
              return_number: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "completed";
              return_reason: string;
              notes: string;
              restock: boolean;
              /** @example 12.50 */
              refund_amount: string;
              line_items: {
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                reason: string;
                /** @example 12.50 */
                refund_amount: string;
              }[];
              store_credit: {
                /** Format: uuid */
                id: string;
                /** @example SC-7KQ2-M9XA */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              };
              /** Format: uuid */
              approval_request_id: string;
              requested_by: string | null;
              decided_by: string | null;
              terminal_id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/": {
    /** Fulfillments of the stores you may see, newest first */
    get: {
      parameters: {
        query?: {
          transaction?: string;
          status?: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
          fulfillment_type?: "in_store" | "pickup" | "ship" | "digital";
          store?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create a fulfillment for a sale */
    post: {
      requestBody: {
        content: {
          "application/json": {
            transaction: string;
            /** @enum {string} */
            fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
            scheduled_date?: string | null;
            notes?: string;
            customer_email?: string | null;
            customer_name?: string;
            customer_phone?: string;
            shipping_address?: {
              firstName?: string;
              lastName?: string;
              company?: string;
              address?: string;
              apartment?: string;
              city?: string;
              region?: string;
              postalCode?: string;
              country?: string;
              phone?: string;
            } | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/": {
    /** A fulfillment with its shipments */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Change the scheduled day or the notes */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            scheduled_date?: string | null;
            notes?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/process/": {
    /** Start picking the items */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/mark-ready/": {
    /** Mark as ready for pickup; notifies the customer once */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/picked-up/": {
    /** Mark as picked up by the customer */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/deliver/": {
    /** Mark as delivered */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/cancellation/": {
    /** What a cancel would take back and refund now */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              }[];
              /** @example 12.50 */
              refund_amount: string;
              /**
               * @description Part of refund_amount
               * @example 12.50
               */
              shipping_refund: string;
              currency: string;
              /** @description An unpaid or partly paid order ends as a whole. */
              ends_sale: boolean;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/cancel/": {
    /** Cancel what has not left: refunds it, puts it back in stock, mails the customer */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description The customer reads it in the mail. */
            reason?: string;
            /**
             * @description Refund the share of the cancelled items
             * @default true
             */
            refund?: boolean;
            /**
             * @description Whether the goods can be sold again
             * @default true
             */
            restock?: boolean;
            /** @description Default: all items that have not left */
            items?: {
              sku: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
            }[];
            approval_request_id?: string;
            /** @description The open shift whose drawer pays cash back. */
            shift_id?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              cancelled_items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              }[];
              /** @example 12.50 */
              refund_amount: string;
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
              return_id: string | null;
              /** @enum {string} */
              transaction_status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/ship/": {
    /** Ship all remaining items or some of them; mails the tracking number */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            carrier_name?: string;
            tracking_number?: string;
            /** @description Default: all items still to be shipped */
            items?: {
              sku: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
            }[];
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/fulfillments/{id}/shipments/{shipment_id}/": {
    /** Enter or correct the tracking number of a parcel; mails it to the customer */
    patch: {
      parameters: {
        path: {
          id: string;
          shipment_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            carrier_name?: string;
            tracking_number?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              scheduled_date: string | null;
              scheduled_at: string | null;
              notes: string;
              create_account: boolean;
              customer_email: string | null;
              customer_name: string;
              customer_phone: string;
              /**
               * @description To be paid before the goods leave
               * @example 12.50
               */
              amount_due: string;
              currency: string;
              shipping_address: {
                firstName?: string;
                lastName?: string;
                company?: string;
                address?: string;
                apartment?: string;
                city?: string;
                region?: string;
                postalCode?: string;
                country?: string;
                phone?: string;
              } | null;
              shipping_city: string | null;
              shipping_region: string | null;
              /** @description The goods of the sale, less those returned */
              items: {
                sku: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
              }[];
              shipments: {
                /** Format: uuid */
                id: string;
                carrier_name: string;
                tracking_number: string;
                /** @enum {string} */
                status: "pending" | "shipped" | "delivered" | "cancelled";
                items: {
                  sku: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                }[];
                shipped_at: string | null;
                delivered_at: string | null;
              }[];
              ready_notified_at: string | null;
              handed_over_at: string | null;
              cancel_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/transactions/{transactionId}/receipt/": {
    /** The receipt of a sale as HTML, text, ESC/POS, PDF or PNG */
    get: {
      parameters: {
        query?: {
          format?: "html" | "text" | "escpos" | "pdf" | "png";
          /** @description Width of the paper in millimetres */
          width?: "58" | "80";
          /** @description True: the goods without prices */
          gift?: boolean;
          /** @description REF number: the slip of a refund */
          refund?: string;
          /** @description True: the bytes also open the drawer of the till that asks, and the opening is recorded. With format escpos only. */
          drawer?: boolean;
        };
        path: {
          transactionId: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/html; charset=utf-8": string;
            "text/plain; charset=utf-8": string;
            "application/octet-stream": string;
            "application/pdf": string;
            "image/png": string;
          };
        };
      };
    };
  };
  "/transactions/{transactionId}/receipt/email/": {
    /** Send the receipt of a sale by mail */
    post: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: email */
            email: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** @description TXN number */
              transaction: string;
              email: string;
              /** @enum {string} */
              status: "queued";
            };
          };
        };
      };
    };
  };
  "/transactions/{transactionId}/receipt/link/": {
    /** The address of the receipt page, for a QR code that the customer scans */
    get: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              url: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/sale-transactions/{transactionId}/receipt/": {
    /** The receipt of a sale as HTML, text, ESC/POS, PDF or PNG */
    get: {
      parameters: {
        query?: {
          format?: "html" | "text" | "escpos" | "pdf" | "png";
          /** @description Width of the paper in millimetres */
          width?: "58" | "80";
          /** @description True: the goods without prices */
          gift?: boolean;
          /** @description REF number: the slip of a refund */
          refund?: string;
          /** @description True: the bytes also open the drawer of the till that asks, and the opening is recorded. With format escpos only. */
          drawer?: boolean;
        };
        path: {
          transactionId: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/html; charset=utf-8": string;
            "text/plain; charset=utf-8": string;
            "application/octet-stream": string;
            "application/pdf": string;
            "image/png": string;
          };
        };
      };
    };
  };
  "/sale-transactions/{transactionId}/receipt/email/": {
    /** Send the receipt of a sale by mail */
    post: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: email */
            email: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** @description TXN number */
              transaction: string;
              email: string;
              /** @enum {string} */
              status: "queued";
            };
          };
        };
      };
    };
  };
  "/sale-transactions/{transactionId}/receipt/link/": {
    /** The address of the receipt page, for a QR code that the customer scans */
    get: {
      parameters: {
        path: {
          transactionId: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              url: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/receipts/{token}/": {
    /** A receipt as a web page, by the token of its link */
    get: {
      parameters: {
        path: {
          token: string;
        };
      };
      responses: {
        200: {
          content: {
            "text/html; charset=utf-8": string;
          };
        };
      };
    };
  };
  "/terminals/{terminal_id}/devices/": {
    /** The devices of a till, with what each printer reported last */
    get: {
      parameters: {
        path: {
          terminal_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              terminal_id: string;
              /** Format: uuid */
              store_id: string;
              /** @enum {string} */
              kind: "printer" | "drawer" | "customer_display" | "scale" | "card_reader";
              name: string;
              /** @enum {string} */
              connection: "network" | "webusb" | "webserial" | "dialog" | "printer" | "browser" | "processor";
              address: string | null;
              port: number | null;
              /** @enum {string} */
              paper_width: "58" | "80";
              /** @enum {string} */
              purpose: "receipt" | "ticket";
              category_ids: string[];
              is_active: boolean;
              /**
               * @description What a network printer reported last
               * @enum {string}
               */
              state: "unknown" | "ready" | "paper_low" | "paper_out" | "cover_open" | "error" | "unreachable";
              state_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Set up a device at a till */
    post: {
      parameters: {
        path: {
          terminal_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            kind: "printer" | "drawer" | "customer_display" | "scale" | "card_reader";
            name: string;
            /** @enum {string} */
            connection: "network" | "webusb" | "webserial" | "dialog" | "printer" | "browser" | "processor";
            address?: string | null;
            port?: number | null;
            /** @enum {string} */
            paper_width?: "58" | "80";
            /**
             * @description A ticket lists goods for a kitchen or stock room.
             * @enum {string}
             */
            purpose?: "receipt" | "ticket";
            /** @description Of a ticket printer: goods of these categories and those below them. */
            category_ids?: string[];
            is_active?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              terminal_id: string;
              /** Format: uuid */
              store_id: string;
              /** @enum {string} */
              kind: "printer" | "drawer" | "customer_display" | "scale" | "card_reader";
              name: string;
              /** @enum {string} */
              connection: "network" | "webusb" | "webserial" | "dialog" | "printer" | "browser" | "processor";
              address: string | null;
              port: number | null;
              /** @enum {string} */
              paper_width: "58" | "80";
              /** @enum {string} */
              purpose: "receipt" | "ticket";
              category_ids: string[];
              is_active: boolean;
              /**
               * @description What a network printer reported last
               * @enum {string}
               */
              state: "unknown" | "ready" | "paper_low" | "paper_out" | "cover_open" | "error" | "unreachable";
              state_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/terminals/{terminal_id}/devices/{id}/": {
    /** A device of a till */
    get: {
      parameters: {
        path: {
          terminal_id: string;
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              terminal_id: string;
              /** Format: uuid */
              store_id: string;
              /** @enum {string} */
              kind: "printer" | "drawer" | "customer_display" | "scale" | "card_reader";
              name: string;
              /** @enum {string} */
              connection: "network" | "webusb" | "webserial" | "dialog" | "printer" | "browser" | "processor";
              address: string | null;
              port: number | null;
              /** @enum {string} */
              paper_width: "58" | "80";
              /** @enum {string} */
              purpose: "receipt" | "ticket";
              category_ids: string[];
              is_active: boolean;
              /**
               * @description What a network printer reported last
               * @enum {string}
               */
              state: "unknown" | "ready" | "paper_low" | "paper_out" | "cover_open" | "error" | "unreachable";
              state_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Remove a device, with its print jobs */
    delete: {
      parameters: {
        path: {
          terminal_id: string;
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a device */
    patch: {
      parameters: {
        path: {
          terminal_id: string;
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            kind?: "printer" | "drawer" | "customer_display" | "scale" | "card_reader";
            name?: string;
            /** @enum {string} */
            connection?: "network" | "webusb" | "webserial" | "dialog" | "printer" | "browser" | "processor";
            address?: string | null;
            port?: number | null;
            /** @enum {string} */
            paper_width?: "58" | "80";
            /**
             * @description A ticket lists goods for a kitchen or stock room.
             * @enum {string}
             */
            purpose?: "receipt" | "ticket";
            /** @description Of a ticket printer: goods of these categories and those below them. */
            category_ids?: string[];
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              terminal_id: string;
              /** Format: uuid */
              store_id: string;
              /** @enum {string} */
              kind: "printer" | "drawer" | "customer_display" | "scale" | "card_reader";
              name: string;
              /** @enum {string} */
              connection: "network" | "webusb" | "webserial" | "dialog" | "printer" | "browser" | "processor";
              address: string | null;
              port: number | null;
              /** @enum {string} */
              paper_width: "58" | "80";
              /** @enum {string} */
              purpose: "receipt" | "ticket";
              category_ids: string[];
              is_active: boolean;
              /**
               * @description What a network printer reported last
               * @enum {string}
               */
              state: "unknown" | "ready" | "paper_low" | "paper_out" | "cover_open" | "error" | "unreachable";
              state_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/terminals/{terminal_id}/print-jobs/": {
    /** The print jobs of a till, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        path: {
          terminal_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              device_id: string;
              /** @enum {string} */
              kind: "receipt" | "gift" | "refund" | "ticket" | "test";
              /** @enum {string} */
              status: "waiting" | "printed" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              printed_at: string | null;
            }[];
          };
        };
      };
    };
    /** Print a receipt, a gift receipt or a refund slip on a network printer */
    post: {
      parameters: {
        path: {
          terminal_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            transaction_id: string;
            /**
             * Format: uuid
             * @description Default: the first receipt printer of the till
             */
            device_id?: string;
            /** @description True: the goods without prices */
            gift?: boolean;
            /** @description REF number: the slip of a refund */
            refund?: string;
            /** @description True: opens the drawer, and records the opening */
            drawer?: boolean;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              device_id: string;
              /** @enum {string} */
              kind: "receipt" | "gift" | "refund" | "ticket" | "test";
              /** @enum {string} */
              status: "waiting" | "printed" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              printed_at: string | null;
            };
          };
        };
      };
    };
  };
  "/terminals/{terminal_id}/print-jobs/{id}/": {
    /** A print job, with why it waits */
    get: {
      parameters: {
        path: {
          terminal_id: string;
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              device_id: string;
              /** @enum {string} */
              kind: "receipt" | "gift" | "refund" | "ticket" | "test";
              /** @enum {string} */
              status: "waiting" | "printed" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              printed_at: string | null;
            };
          };
        };
      };
    };
  };
  "/terminals/{terminal_id}/devices/{id}/test/": {
    /** Print a test page on a network printer */
    post: {
      parameters: {
        path: {
          terminal_id: string;
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              device_id: string;
              /** @enum {string} */
              kind: "receipt" | "gift" | "refund" | "ticket" | "test";
              /** @enum {string} */
              status: "waiting" | "printed" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              printed_at: string | null;
            };
          };
        };
      };
    };
  };
  "/terminals/{terminal_id}/print-jobs/{id}/retry/": {
    /** Print a paper now that waits or was given up */
    post: {
      parameters: {
        path: {
          terminal_id: string;
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              device_id: string;
              /** @enum {string} */
              kind: "receipt" | "gift" | "refund" | "ticket" | "test";
              /** @enum {string} */
              status: "waiting" | "printed" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              printed_at: string | null;
            };
          };
        };
      };
    };
  };
  "/quotes/": {
    /** The quotes of the stores of the caller, newest first */
    get: {
      parameters: {
        query?: {
          /** @description Id or code */
          store?: string;
          status?: "open" | "accepted" | "expired";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example Q-000001 */
              number: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "open" | "accepted" | "expired";
              customer_id: string | null;
              name: string;
              email: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              valid_until: string;
              sent_at: string | null;
              accepted_at: string | null;
              transaction_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
    /** Offer goods at the prices of this moment until a date */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description Id or code */
            store: string;
            line_items: {
              /** Format: uuid */
              product_variant_id?: string;
              sku?: string;
              quantity: number | string;
            }[];
            customer_id?: string | null;
            name?: string;
            email?: string | null;
            /**
             * Format: moment
             * @description ISO 8601; without an offset it is UTC
             */
            valid_until?: string;
            note?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example Q-000001 */
              number: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "open" | "accepted" | "expired";
              customer_id: string | null;
              name: string;
              email: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              valid_until: string;
              sent_at: string | null;
              accepted_at: string | null;
              transaction_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              note: string;
              prices_include_tax: boolean;
              lines: {
                sku: string;
                description: string;
                quantity: number;
                unit: string;
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                total: string;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              discount_amount: string;
              /** @example 12.50 */
              tax_amount: string;
            };
          };
        };
      };
    };
  };
  "/quotes/{id}/": {
    /** A quote, as JSON or as a PDF in the language of the store */
    get: {
      parameters: {
        query?: {
          format?: "json" | "pdf";
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example Q-000001 */
              number: string;
              /** Format: uuid */
              store: string;
              /** @enum {string} */
              status: "open" | "accepted" | "expired";
              customer_id: string | null;
              name: string;
              email: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              valid_until: string;
              sent_at: string | null;
              accepted_at: string | null;
              transaction_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              note: string;
              prices_include_tax: boolean;
              lines: {
                sku: string;
                description: string;
                quantity: number;
                unit: string;
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                total: string;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              discount_amount: string;
              /** @example 12.50 */
              tax_amount: string;
            };
            "application/pdf": string;
          };
        };
      };
    };
  };
  "/quotes/{id}/send/": {
    /** Send a quote by mail */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: email */
            email?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              email: string;
              /** @enum {string} */
              status: "queued";
            };
          };
        };
      };
    };
  };
  "/quotes/{id}/accept/": {
    /** Make a quote a sale at its prices; a second time answers with the same sale */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              quote: {
                /** Format: uuid */
                id: string;
                /** @example Q-000001 */
                number: string;
                /** Format: uuid */
                store: string;
                /** @enum {string} */
                status: "open" | "accepted" | "expired";
                customer_id: string | null;
                name: string;
                email: string | null;
                currency: string;
                /** @example 12.50 */
                total_amount: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                valid_until: string;
                sent_at: string | null;
                accepted_at: string | null;
                transaction_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                note: string;
                prices_include_tax: boolean;
                lines: {
                  sku: string;
                  description: string;
                  quantity: number;
                  unit: string;
                  /** @example 12.50 */
                  unit_price: string;
                  /** @example 12.50 */
                  subtotal: string;
                  /** @example 12.50 */
                  discount: string;
                  /** @example 12.50 */
                  total: string;
                }[];
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount_amount: string;
                /** @example 12.50 */
                tax_amount: string;
              };
              /** @description Number of the sale, to be paid at a till */
              transaction_id: string;
            };
          };
        };
      };
    };
  };
  "/loyalty/tiers/": {
    /** The tiers of customers, by currency and spend */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              currency: string;
              /**
               * @description Spent in twelve months
               * @example 12.50
               */
              minimum_spend: string;
              /** @description Times the points of the store */
              earning_factor: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Create a tier */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            currency: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            minimum_spend: string | number;
            /**
             * @description Times the points of the store
             * @example 1.50
             */
            earning_factor: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              currency: string;
              /**
               * @description Spent in twelve months
               * @example 12.50
               */
              minimum_spend: string;
              /** @description Times the points of the store */
              earning_factor: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/loyalty/tiers/{id}/": {
    /** Write a tier */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name: string;
            currency: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            minimum_spend: string | number;
            /**
             * @description Times the points of the store
             * @example 1.50
             */
            earning_factor: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              currency: string;
              /**
               * @description Spent in twelve months
               * @example 12.50
               */
              minimum_spend: string;
              /** @description Times the points of the store */
              earning_factor: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete a tier */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change a tier */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            currency?: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            minimum_spend?: string | number;
            /**
             * @description Times the points of the store
             * @example 1.50
             */
            earning_factor?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              currency: string;
              /**
               * @description Spent in twelve months
               * @example 12.50
               */
              minimum_spend: string;
              /** @description Times the points of the store */
              earning_factor: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/loyalty/accounts/{customer}/": {
    /** The points of a customer, for staff and for the customer */
    get: {
      parameters: {
        path: {
          customer: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              customer_id: string;
              /** @description Below zero if a return took back points already spent */
              points: number;
              /** @description Total of all points earned */
              earned: number;
              /** @description Total of points reversed by voids and refunds */
              taken_back: number;
              last_entry_at: string | null;
              expiring: {
                points: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                expires_at: string;
              } | null;
              tier: {
                /** Format: uuid */
                id: string;
                name: string;
                currency: string;
                /**
                 * @description Spent in twelve months
                 * @example 12.50
                 */
                minimum_spend: string;
                /** @description Times the points of the store */
                earning_factor: string;
              } | null;
              /** @description Of the last twelve months; empty in a shop without tiers */
              spend: {
                currency: string;
                /** @example 12.50 */
                amount: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/loyalty/accounts/{customer}/entries/": {
    /** Ledger entries of a customer, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        path: {
          customer: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "opening" | "earned" | "taken_back" | "spent" | "refunded" | "expired";
              points: number;
              transaction: string | null;
              store: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              occurred_at: string;
            }[];
          };
        };
      };
    };
  };
  "/stores/{store}/terminals/{terminal}/": {
    /** Rename a till, set its card reader, or switch it off and on; off ends the login */
    patch: {
      parameters: {
        path: {
          store: string;
          terminal: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            is_active?: boolean;
            reader_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              /** Format: uuid */
              store_id: string;
              name: string;
              is_active: boolean;
              reader_id: string | null;
              last_seen_at: string | null;
            };
          };
        };
      };
    };
  };
  "/stores/{store}/terminals/{terminal}/release/": {
    /** Release the id of a till without an open shift, so that any store can use it */
    post: {
      parameters: {
        path: {
          store: string;
          terminal: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/stores/{store}/terminals/{terminal}/pairing-code/": {
    /** Make a code that pairs one device with a till, within ten minutes */
    post: {
      parameters: {
        path: {
          store: string;
          terminal: string;
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @description Shown only here; it works once */
              code: string;
              terminal_id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/stores/{store}/paired-devices/": {
    /** The devices that are paired with the tills of a store */
    get: {
      parameters: {
        path: {
          store: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              terminal_id: string;
              /** @description What the browser or program called itself */
              device: string;
              /** @description The same for people: `Chrome, Windows` */
              device_name: string;
              /** @description Name of the person who made the code */
              paired_by: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              paired_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              last_seen_at: string;
            }[];
          };
        };
      };
    };
  };
  "/stores/{store}/paired-devices/{id}/": {
    /** Unpair a device, which ends its logins */
    delete: {
      parameters: {
        path: {
          store: string;
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/layaways/": {
    /** Layaways of your stores, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
          status?: "open" | "completed" | "cancelled" | "expired";
          customer?: string;
          store?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description The number of its sale */
              transaction_id: string;
              /**
               * @description Expired: the goods are on sale again, a manager decides about the money
               * @enum {string}
               */
              status: "open" | "completed" | "cancelled" | "expired";
              /** Format: uuid */
              store: string;
              customer_id: string | null;
              customer_name: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /**
               * @description What the store kept of a cancelled layaway
               * @example 12.50
               */
              fee: string;
              pickup_name: string;
              note: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              reminded_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completed_at: string | null;
              cancelled_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
            }[];
          };
        };
      };
    };
    /** Keep goods for a customer who pays a deposit */
    post: {
      requestBody: {
        content: {
          "application/json": {
            line_items: {
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
            }[];
            /**
             * Format: uuid
             * @description Whose goods are kept
             */
            customer_id: string;
            /** @description The first payment, below the total */
            deposit: {
              payment_method_id: string;
              /**
               * @description Required unless `points` are sent
               * @example 12.50
               */
              tendered_amount?: string | number;
              /** @description Of method `points`: how many, instead of an amount */
              points?: number;
              age_check?: {
                /** @enum {string} */
                method: "id_scan" | "visual";
                confirmed: boolean;
              };
              store_credit_code?: string;
              gift_card_code?: string;
              processor_transaction_id?: string;
              /** @description Slip number; required by methods with requires_reference */
              reference?: string;
            };
            /**
             * Format: moment
             * @description Default: after `layaway_days` of the store
             */
            expires_at?: string;
            /** @description Promotions without a code apply in any case */
            promo_codes?: string[];
            /** @description Who collects the goods; on the receipt */
            pickup_name?: string;
            /** @description For the customer; on the receipt */
            note?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description The number of its sale */
              transaction_id: string;
              /**
               * @description Expired: the goods are on sale again, a manager decides about the money
               * @enum {string}
               */
              status: "open" | "completed" | "cancelled" | "expired";
              /** Format: uuid */
              store: string;
              customer_id: string | null;
              customer_name: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /**
               * @description What the store kept of a cancelled layaway
               * @example 12.50
               */
              fee: string;
              pickup_name: string;
              note: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              reminded_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completed_at: string | null;
              cancelled_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
              payment: {
                id: string;
                /** @example 12.50 */
                change_due: string;
                /** @example 12.50 */
                cash_due?: string;
              } | null;
            };
          };
        };
      };
    };
  };
  "/layaways/{id}/": {
    /** A layaway with its goods */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description The number of its sale */
              transaction_id: string;
              /**
               * @description Expired: the goods are on sale again, a manager decides about the money
               * @enum {string}
               */
              status: "open" | "completed" | "cancelled" | "expired";
              /** Format: uuid */
              store: string;
              customer_id: string | null;
              customer_name: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /**
               * @description What the store kept of a cancelled layaway
               * @example 12.50
               */
              fee: string;
              pickup_name: string;
              note: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              reminded_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completed_at: string | null;
              cancelled_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
            };
          };
        };
      };
    };
    /** Keep the goods of an open layaway until another moment */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * Format: moment
             * @description At most 366 days from now
             */
            expires_at: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description The number of its sale */
              transaction_id: string;
              /**
               * @description Expired: the goods are on sale again, a manager decides about the money
               * @enum {string}
               */
              status: "open" | "completed" | "cancelled" | "expired";
              /** Format: uuid */
              store: string;
              customer_id: string | null;
              customer_name: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /**
               * @description What the store kept of a cancelled layaway
               * @example 12.50
               */
              fee: string;
              pickup_name: string;
              note: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              reminded_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completed_at: string | null;
              cancelled_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/layaways/liability/": {
    /** What is owed to customers for layaways, by day */
    get: {
      parameters: {
        query?: {
          date?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: date */
              date: string;
              liabilities: {
                /** Format: uuid */
                store: string;
                currency: string;
                /** @description With money of customers at the end of the day */
                layaways: number;
                /**
                 * @description Deposits and instalments of this day
                 * @example 120.00
                 */
                received: string;
                /**
                 * @description Became sales on this day
                 * @example 120.00
                 */
                completed: string;
                /**
                 * @description Given back, or owed, by cancellations
                 * @example 120.00
                 */
                refunded: string;
                /**
                 * @description Kept from cancellations
                 * @example 120.00
                 */
                fees: string;
                /**
                 * @description Owed at the end of this day (UTC)
                 * @example 120.00
                 */
                balance: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/layaways/{id}/pay/": {
    /** Take an instalment; the last one completes the sale, and the goods are handed over */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            payment_method_id: string;
            /**
             * @description Required unless `points` are sent
             * @example 12.50
             */
            tendered_amount?: string | number;
            /** @description Of method `points`: how many, instead of an amount */
            points?: number;
            age_check?: {
              /** @enum {string} */
              method: "id_scan" | "visual";
              confirmed: boolean;
            };
            store_credit_code?: string;
            gift_card_code?: string;
            processor_transaction_id?: string;
            /** @description Slip number; required by methods with requires_reference */
            reference?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description The number of its sale */
              transaction_id: string;
              /**
               * @description Expired: the goods are on sale again, a manager decides about the money
               * @enum {string}
               */
              status: "open" | "completed" | "cancelled" | "expired";
              /** Format: uuid */
              store: string;
              customer_id: string | null;
              customer_name: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /**
               * @description What the store kept of a cancelled layaway
               * @example 12.50
               */
              fee: string;
              pickup_name: string;
              note: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              reminded_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completed_at: string | null;
              cancelled_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
              payment: {
                id: string;
                /** @example 12.50 */
                change_due: string;
                /** @example 12.50 */
                cash_due?: string;
              } | null;
            };
          };
        };
      };
    };
  };
  "/layaways/{id}/cancel/": {
    /** Cancel a layaway: its goods are on sale again, the fee is kept, the rest goes back */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason?: string;
            /** @description True, by a manager: no fee is kept */
            waive_fee?: boolean;
            approval_request_id?: string;
            /**
             * Format: uuid
             * @description Of the back office: the drawer that pays cash
             */
            shift_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description The number of its sale */
              transaction_id: string;
              /**
               * @description Expired: the goods are on sale again, a manager decides about the money
               * @enum {string}
               */
              status: "open" | "completed" | "cancelled" | "expired";
              /** Format: uuid */
              store: string;
              customer_id: string | null;
              customer_name: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /**
               * @description What the store kept of a cancelled layaway
               * @example 12.50
               */
              fee: string;
              pickup_name: string;
              note: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              reminded_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              completed_at: string | null;
              cancelled_at: string | null;
              line_items: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/exchanges/": {
    /** Exchange goods of a sale for others; the difference is paid or refunded */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @description TXN number or saleTransaction_ id of the sale that the goods come back from */
            transaction: string;
            returns: {
              original_line_item: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Usually one of defective, damaged, wrong_item, not_as_described, changed_mind, other; any other text is allowed.
               * @example defective
               */
              reason?: string;
            }[];
            /**
             * @description Usually one of defective, damaged, wrong_item, not_as_described, changed_mind, other; any other text is allowed.
             * @example defective
             */
            return_reason?: string;
            /**
             * @description Whether the goods can be sold again
             * @default true
             */
            restock?: boolean;
            notes?: string;
            line_items: {
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /** @description Why `unit_price` is not that of the catalogue; kept with the discount */
              price_reason?: string;
              /** @description Of SKU GIFT-CARD: the card to top up, instead of a new one */
              gift_card_code?: string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_price?: string | number;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              subtotal?: string | number;
            }[];
            /**
             * @description Of the new goods. Send all sums and the prices of all lines, or none of them.
             * @example 12.50
             */
            subtotal?: string | number;
            /**
             * @description Of the new goods. Send all sums and the prices of all lines, or none of them.
             * @example 12.50
             */
            tax_amount?: string | number;
            /**
             * @description Of the new goods. Send all sums and the prices of all lines, or none of them.
             * @example 12.50
             */
            total_amount?: string | number;
            /**
             * Format: uuid
             * @description The customer, if known
             */
            customer_id?: string;
            /** @description Applies promotions: those without a code, and those of these codes. total_amount is subtotal less discounts with tax. */
            promo_codes?: string[];
            /** @description Discounts of the staff, each off a line or the sale, an amount or a percentage */
            discounts?: {
              /** @description Position of the line, from 0; or `sale` */
              line?: number;
              /** @description True: off the whole sale, split over its lines */
              sale?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              amount?: string | number;
              /**
               * @description Not negative, at most two decimals.
               * @example 12.50
               */
              percent?: string | number;
              reason: string;
              approval_request_id?: string;
            }[];
            /**
             * @description Sum of promotions and discounts, to confirm it
             * @example 12.50
             */
            discount_amount?: string | number;
            /**
             * Format: uuid
             * @description Sells as quoted; a quote counts once
             */
            quote_id?: string;
            /** @description Pays what the new goods cost more. A card on the reader is paid afterwards. */
            tender?: {
              payment_method_id: string;
              /**
               * @description Required unless `points` are sent
               * @example 12.50
               */
              tendered_amount?: string | number;
              /** @description Of method `points`: how many, instead of an amount */
              points?: number;
              age_check?: {
                /** @enum {string} */
                method: "id_scan" | "visual";
                confirmed: boolean;
              };
              store_credit_code?: string;
              gift_card_code?: string;
              processor_transaction_id?: string;
              /** @description Slip number; required by methods with requires_reference */
              reference?: string;
            };
            /**
             * @description Where the rest goes if the new goods cost less
             * @enum {string}
             */
            refund_to?: "original" | "cash" | "store_credit" | "gift_card";
            age_check?: {
              /** @enum {string} */
              method: "id_scan" | "visual";
              confirmed: boolean;
            };
            /** @description For the refund of a difference */
            approval_request_id?: string;
            /** @description For prices and discounts */
            price_approval_request_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              return: {
                /** Format: uuid */
                id: string;
                /** @example RET-2026-000042 */
                return_number: string;
                /** @description TXN number */
                transaction: string;
                exchange_transaction: string | null;
                rest_return: string | null;
                announced_items: {
                  /** Format: uuid */
                  original_line_item: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                }[] | null;
                /** Format: uuid */
                store: string;
                /** @enum {string} */
                status: "pending" | "approved" | "rejected" | "cancelled" | "received" | "completed";
                return_reason: string;
                notes: string;
                /** @example 12.50 */
                refund_amount: string;
                /** @example 12.50 */
                shipping_refund: string;
                /** @example 12.50 */
                total_return_value: string;
                refund_to: ("original" | "cash" | "store_credit") | null;
                restock: boolean | null;
                line_items: {
                  /** Format: uuid */
                  original_line_item: string;
                  /** Format: uuid */
                  product_variant_id: string;
                  sku: string;
                  name: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /** @enum {string} */
                  unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  reason: string;
                  /** @example 12.50 */
                  refund_amount: string;
                }[];
                refunds: {
                  /** Format: uuid */
                  id: string;
                  /** @example REF-20260709-0A1B2C3D */
                  refund_id: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @description Of cash: `amount` and this are paid to the customer. */
                  rounding: string;
                  /** @enum {string} */
                  status: "pending" | "succeeded" | "failed";
                  /** @enum {string} */
                  cause: "void" | "return" | "refund" | "late_success";
                  reason: string;
                  /** @enum {string} */
                  refund_to: "original" | "cash" | "store_credit";
                  way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                  action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                  processor_refund_id: string | null;
                  shift_id: string | null;
                  reference: string | null;
                  confirmed_by: string | null;
                  confirmed_at: string | null;
                  store_credit_code: string | null;
                  processed_at: string | null;
                  /**
                   * Format: date-time
                   * @description UTC, ISO 8601 with Z
                   */
                  created_at: string;
                }[];
                store_credit: {
                  /** Format: uuid */
                  id: string;
                  /** @example SC-7KQ2-M9XA */
                  code: string;
                  /** @example 12.50 */
                  amount: string;
                  /** @example 12.50 */
                  balance: string;
                  currency: string;
                  /**
                   * Format: date-time
                   * @description UTC, ISO 8601 with Z
                   */
                  created_at: string;
                } | null;
                requested_by: string | null;
                decided_by: string | null;
                terminal_id: string | null;
                decided_at: string | null;
                received_at: string | null;
                completed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                updated_at: string;
              };
              transaction: {
                /** @description TXN number of the new sale */
                transaction_id: string;
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /** @example 12.50 */
                total_amount: string;
                /** @example 12.50 */
                total_paid: string;
                /** @example 12.50 */
                amount_due: string;
                /** @example 12.50 */
                change_due: string;
                rounding_amount?: string;
                cash_due?: string;
                completed_at: string | null;
              };
              /**
               * @description What the returned goods paid of the new ones
               * @example 12.50
               */
              exchanged_amount: string;
              /**
               * @description Paid by the customer if positive, refunded if negative
               * @example -5.00
               */
              difference: string;
              /** @description The gift cards of a sale that this payment completed */
              gift_cards?: {
                /** @description Shown once; of a card that was topped up only its end */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/promo-codes/validate/": {
    /** What a code would be worth on a subtotal or a cart; uses nothing up */
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            store_id?: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            subtotal?: string | number;
            /** Format: uuid */
            cart_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              valid: boolean;
              code: string;
              /** @example 12.50 */
              discount_amount: string;
              free_shipping: boolean;
              reason: ("not_valid" | "minimum_not_reached" | "nothing_eligible" | "depends_on_items") | null;
            };
          };
        };
      };
    };
  };
  "/compliance/purchase-limits/status/": {
    /** What the caller may still buy */
    get: {
      parameters: {
        query: {
          store_id: string;
          cart_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              store_id: string;
              cart_id: string | null;
              /** @description False if the cart exceeds a limit. */
              allowed: boolean;
              limits: {
                /** Format: uuid */
                id: string;
                name: string;
                store: string | null;
                variant_id: string | null;
                product_id: number | null;
                category_id: string | null;
                everything: boolean;
                max_quantity: number;
                /** @enum {string} */
                period: "transaction" | "day" | "week" | "month";
                purchased: number;
                in_cart: number;
                /** @description Quantity that may still be bought on top of the cart. */
                remaining: number;
                exceeded: boolean;
              }[];
            };
          };
        };
      };
    };
  };
  "/payments/webhook-events/": {
    /** Events from payment processors, newest first */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "processed" | "failed";
          processor?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              event_id: string;
              event_type: string;
              /** @enum {string} */
              processor: "primary" | "square" | "paypal" | "custom_bank";
              /** @enum {string} */
              status: "pending" | "processed" | "failed";
              payment: string | null;
              result: {
                [key: string]: unknown;
              } | null;
              error_message: string | null;
              attempts: number;
              /** @description The received event with masked card numbers. */
              raw_payload: unknown;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              received_at: string;
              processed_at: string | null;
            }[];
          };
        };
      };
    };
  };
  "/payments/webhook-events/{event_id}/retry/": {
    /** Process an event again */
    post: {
      parameters: {
        query?: {
          processor?: string;
        };
        path: {
          event_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              event_id: string;
              event_type: string;
              /** @enum {string} */
              processor: "primary" | "square" | "paypal" | "custom_bank";
              /** @enum {string} */
              status: "pending" | "processed" | "failed";
              payment: string | null;
              result: {
                [key: string]: unknown;
              } | null;
              error_message: string | null;
              attempts: number;
              /** @description The received event with masked card numbers. */
              raw_payload: unknown;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              received_at: string;
              processed_at: string | null;
            };
          };
        };
      };
    };
  };
  "/integrations/analytics/sync-health/": {
    /** Backlog and failures of the sync */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "healthy" | "degraded" | "down";
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              checked_at: string;
              inbound: {
                pending: number;
                failed_24h: number;
                oldest_pending_seconds: number;
                last_processed_at: string | null;
              };
              outbound: {
                pending: number;
                failed_24h: number;
                oldest_pending_seconds: number;
                last_processed_at: string | null;
              };
              mirror: {
                /** @description Whether changed records are pushed to a content system */
                is_configured: boolean;
                /** @description Records without a document; of sales and payments the last 30 days count */
                never_synced: number;
                full_push: {
                  /**
                   * Format: date-time
                   * @description UTC, ISO 8601 with Z
                   */
                  started_at: string;
                  finished_at: string | null;
                  total: number;
                  pushed: number;
                } | null;
              };
            };
          };
        };
      };
    };
  };
  "/integrations/analytics/sync-throughput/": {
    /** Documents received and written per hour */
    get: {
      parameters: {
        query?: {
          hours?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              granularity: "hour";
              data: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                hour: string;
                inbound_count: number;
                outbound_count: number;
                failed_count: number;
                total: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/integrations/analytics/webhook-pipeline/": {
    /** Webhooks of the last 24 hours */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              total_received_24h: number;
              by_status: {
                [key: string]: number;
              };
              by_document_type: {
                document_type: string;
                count: number;
              }[];
              avg_processing_ms: number | null;
              p95_processing_ms: number | null;
              duplicates_24h: number;
              skipped_by_reason: {
                [key: string]: number;
              };
            };
          };
        };
      };
    };
  };
  "/integrations/analytics/revision-health/": {
    /** Records whose documents are out of date, per model */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              generated_at: string;
              models: {
                model_type: string;
                total: number;
                in_sync: number;
                stale: number;
                never_synced: number;
                max_lag_seconds: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/integrations/content-documents/": {
    /** Documents, ordered by id */
    get: {
      parameters: {
        query?: {
          type?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": ({
              _id: string;
              _type: string;
              _rev: string;
            } & {
              [key: string]: unknown;
            })[];
          };
        };
      };
    };
  };
  "/integrations/content-documents/{id}/": {
    /** A document and its last revisions */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              _id: string;
              _type: string;
              _rev: string;
              revisions: {
                rev: string;
                recorded_at: string;
                /** @enum {string} */
                operation: "save" | "delete";
              }[];
            } & {
              [key: string]: unknown;
            };
          };
        };
      };
    };
  };
  "/integrations/inbound-events/": {
    /** Webhooks of the content system, newest first */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "processed" | "failed" | "skipped" | "duplicate";
          document_type?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              document_id: string;
              document_type: string;
              rev: string;
              /** @enum {string} */
              operation: "save" | "delete";
              /** @enum {string} */
              status: "pending" | "processed" | "failed" | "skipped" | "duplicate";
              reason: string | null;
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              received_at: string;
              next_attempt_at: string | null;
              processed_at: string | null;
            }[];
          };
        };
      };
    };
  };
  "/integrations/inbound-events/{id}/retry/": {
    /** Retry a failed webhook */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              document_id: string;
              document_type: string;
              rev: string;
              /** @enum {string} */
              operation: "save" | "delete";
              /** @enum {string} */
              status: "pending" | "processed" | "failed" | "skipped" | "duplicate";
              reason: string | null;
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              received_at: string;
              next_attempt_at: string | null;
              processed_at: string | null;
            };
          };
        };
      };
    };
  };
  "/integrations/outbound-changes/": {
    /** Records whose documents are waiting to be written */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "failed";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              kind: "site" | "store" | "jurisdiction" | "user" | "product_type" | "brand" | "category" | "collection" | "product" | "variant" | "level" | "zone" | "par_level" | "payment_method" | "sale" | "sale_line" | "return" | "store_credit" | "payment" | "refund" | "task" | "campaign" | "promotion" | "promo_code" | "ab_test";
              record_id: string;
              /** @enum {string} */
              status: "pending" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              queued_at: string;
              next_attempt_at: string | null;
            }[];
          };
        };
      };
    };
  };
  "/integrations/outbound-changes/{kind}/{record_id}/retry/": {
    /** Write a document now */
    post: {
      parameters: {
        path: {
          kind: string;
          record_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** @enum {string} */
              kind: "site" | "store" | "jurisdiction" | "user" | "product_type" | "brand" | "category" | "collection" | "product" | "variant" | "level" | "zone" | "par_level" | "payment_method" | "sale" | "sale_line" | "return" | "store_credit" | "payment" | "refund" | "task" | "campaign" | "promotion" | "promo_code" | "ab_test";
              record_id: string;
              /** @enum {string} */
              status: "pending" | "failed";
              error: string | null;
              attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              queued_at: string;
              next_attempt_at: string | null;
            };
          };
        };
      };
    };
  };
  "/stores/{store_code}/dashboard_home/": {
    /** Key figures of a store, cached for a minute; by code, UUID or content id */
    get: {
      parameters: {
        path: {
          store_code: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              kpis: {
                /** @example 12.50 */
                revenue_today: string;
                transactions_today: number;
                /** @example 12.50 */
                avg_transaction_value: string;
                active_promotions: number;
              };
              top_products_today: {
                product_id: number;
                name: string;
                /** @example 12.50 */
                revenue: string;
                units_sold: number;
              }[];
              low_stock_alerts: {
                variant_sku: string;
                /** @description The variant's name, or the product's */
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                stock_on_hand: number;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                reorder_point: number;
              }[];
              recent_transactions: {
                transaction_id: string;
                /** @example 12.50 */
                total: string;
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                timestamp: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/analytics/store-day/": {
    /** One day of a store by the store's own clock: gross, refunds and net */
    get: {
      parameters: {
        query: {
          store: string;
          /** @description A day of the store; default: the store's today */
          date?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              generated_at: string;
              /** Format: uuid */
              store: string;
              store_code: string;
              /** Format: date */
              date: string;
              is_today: boolean;
              time_zone: string;
              /** @description Of the store; amounts in others are in `by_currency` */
              currency: string;
              sales: number;
              /**
               * @description What customers paid, with tax and shipping
               * @example 1234.50
               */
              gross: string;
              refunds: number;
              /**
               * @description Money that went back on this day
               * @example 1234.50
               */
              refunded: string;
              /**
               * @description gross − refunded
               * @example 1234.50
               */
              net: string;
              /** @example 1234.50 */
              average_basket: string;
              voided_sales: number;
              /** @example 1234.50 */
              voided_amount: string;
              hours: {
                hour: number;
                sales: number;
                /** @example 1234.50 */
                gross: string;
              }[];
              top_products: {
                product_id: number;
                name: string;
                units: number;
                /** @example 1234.50 */
                revenue: string;
              }[];
              by_currency: {
                currency: string;
                sales: number;
                /**
                 * @description What customers paid, with tax and shipping
                 * @example 1234.50
                 */
                gross: string;
                refunds: number;
                /**
                 * @description Money that went back on this day
                 * @example 1234.50
                 */
                refunded: string;
                /**
                 * @description gross − refunded
                 * @example 1234.50
                 */
                net: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/analytics/commerce/overview/": {
    /** Revenue, refunds and baskets by day, channel and store */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  gross_sales: string;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  tax: string;
                  /** @example 1234.50 */
                  shipping: string;
                  /** @example 1234.50 */
                  revenue: string;
                  refunds: number;
                  /** @example 1234.50 */
                  refunded: string;
                  /** @example 1234.50 */
                  net_revenue: string;
                  /** @example 1234.50 */
                  average_basket: string;
                  discounted_sales: number;
                  voided_sales: number;
                  /** @example 1234.50 */
                  voided_amount: string;
                  /** @example 1234.50 */
                  average_daily_revenue: string;
                };
                series: {
                  /** Format: date */
                  day: string;
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  revenue: string;
                  /** @example 1234.50 */
                  refunded: string;
                  /** @example 1234.50 */
                  net_revenue: string;
                  /** @example 1234.50 */
                  average_basket: string;
                }[];
                breakdown: {
                  /** @enum {string} */
                  dimension: "channel" | "store";
                  key: string;
                  name: string;
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  revenue: string;
                  /** @example 1234.50 */
                  refunded: string;
                  /** @example 1234.50 */
                  net_revenue: string;
                  /** @example 1234.50 */
                  average_basket: string;
                  share_percent: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/commerce/sales/": {
    /** From gross to net by day, and the payment mix */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  gross_sales: string;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  tax: string;
                  /** @example 1234.50 */
                  shipping: string;
                  /** @example 1234.50 */
                  revenue: string;
                  refunds: number;
                  /** @example 1234.50 */
                  refunded: string;
                  /** @example 1234.50 */
                  net_revenue: string;
                  /** @example 1234.50 */
                  average_basket: string;
                  discounted_sales: number;
                  voided_sales: number;
                  /** @example 1234.50 */
                  voided_amount: string;
                  /** @example 1234.50 */
                  paid: string;
                };
                series: {
                  /** Format: date */
                  day: string;
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  gross_sales: string;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  tax: string;
                  /** @example 1234.50 */
                  shipping: string;
                  /** @example 1234.50 */
                  revenue: string;
                  refunds: number;
                  /** @example 1234.50 */
                  refunded: string;
                  /** @example 1234.50 */
                  net_revenue: string;
                  /** @example 1234.50 */
                  average_basket: string;
                  discounted_sales: number;
                  voided_sales: number;
                  /** @example 1234.50 */
                  voided_amount: string;
                }[];
                breakdown: {
                  /** @enum {string} */
                  dimension: "payment_method";
                  key: string;
                  name: string;
                  payments: number;
                  /** @example 1234.50 */
                  amount: string;
                  refunds: number;
                  /** @example 1234.50 */
                  refunded: string;
                  /** @example 1234.50 */
                  net_amount: string;
                  share_percent: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/commerce/products/": {
    /** Products by revenue, with margin and returns */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  products: number;
                  units: number;
                  /** @example 1234.50 */
                  gross_sales: string;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  revenue: string;
                  /** @example 1234.50 */
                  cost: string;
                  /** @example 1234.50 */
                  margin: string;
                  margin_percent: number | null;
                  uncosted_units: number;
                  /** @example 1234.50 */
                  uncosted_revenue: string;
                  returned_units: number;
                  /** @example 1234.50 */
                  returned_amount: string;
                  return_rate_percent: number | null;
                };
                series: {
                  /** Format: date */
                  day: string;
                  units: number;
                  /** @example 1234.50 */
                  gross_sales: string;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  revenue: string;
                  /** @example 1234.50 */
                  cost: string;
                  /** @example 1234.50 */
                  margin: string;
                  margin_percent: number | null;
                  uncosted_units: number;
                  /** @example 1234.50 */
                  uncosted_revenue: string;
                  returned_units: number;
                  /** @example 1234.50 */
                  returned_amount: string;
                  return_rate_percent: number | null;
                }[];
                breakdown: {
                  product_id: number;
                  name: string;
                  category: string | null;
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  gross_sales: string;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  revenue: string;
                  /** @example 1234.50 */
                  cost: string;
                  /** @example 1234.50 */
                  margin: string;
                  margin_percent: number | null;
                  uncosted_units: number;
                  /** @example 1234.50 */
                  uncosted_revenue: string;
                  returned_units: number;
                  /** @example 1234.50 */
                  returned_amount: string;
                  return_rate_percent: number | null;
                  share_percent: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/commerce/hourly-traffic/": {
    /** Sales by local hour and weekday */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  revenue: string;
                  busiest_hour: number | null;
                  busiest_weekday: number | null;
                  average_sales_per_day: number | null;
                };
                series: {
                  hour: number;
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  revenue: string;
                  average_sales_per_day: number | null;
                }[];
                breakdown: {
                  weekday: number;
                  hour: number;
                  sales: number;
                  units: number;
                  /** @example 1234.50 */
                  revenue: string;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/operations/inventory/": {
    /** Stock value, turns, days of cover, low and dead stock */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  products: number;
                  reserved: number;
                  units: number;
                  /** @example 1234.50 */
                  stock_value: string;
                  uncosted_units: number;
                  /** @example 1234.50 */
                  retail_value: string;
                  low_stock: number;
                  out_of_stock: number;
                  units_sold: number;
                  /** @example 1234.50 */
                  cost_of_goods_sold: string;
                  turns_per_year: number | null;
                  days_of_cover: number | null;
                  dead_products: number;
                  /** @example 1234.50 */
                  dead_stock_value: string;
                };
                series: {
                  /** Format: date */
                  day: string;
                  units: number;
                  /** @example 1234.50 */
                  stock_value: string;
                  uncosted_units: number;
                  /** @example 1234.50 */
                  retail_value: string;
                  low_stock: number;
                  out_of_stock: number;
                }[];
                breakdown: {
                  product_id: number;
                  name: string;
                  /** @enum {string} */
                  status: "out" | "low" | "dead" | "ok";
                  reserved: number;
                  units: number;
                  /** @example 1234.50 */
                  stock_value: string;
                  uncosted_units: number;
                  /** @example 1234.50 */
                  retail_value: string;
                  low_stock: number;
                  out_of_stock: number;
                  units_sold: number;
                  days_of_cover: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/operations/fulfillment/": {
    /** Orders by kind: open, done, late, and how long they took */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  orders: number;
                  open: number;
                  completed: number;
                  cancelled: number;
                  late: number;
                  late_percent: number | null;
                  average_hours_to_ready: number | null;
                  average_hours_to_ship: number | null;
                  average_hours_to_deliver: number | null;
                };
                series: {
                  /** Format: date */
                  day: string;
                  orders: number;
                  open: number;
                  completed: number;
                  cancelled: number;
                  late: number;
                  late_percent: number | null;
                  average_hours_to_ready: number | null;
                  average_hours_to_ship: number | null;
                  average_hours_to_deliver: number | null;
                }[];
                breakdown: {
                  fulfillment_type: string;
                  orders: number;
                  open: number;
                  completed: number;
                  cancelled: number;
                  late: number;
                  late_percent: number | null;
                  average_hours_to_ready: number | null;
                  average_hours_to_ship: number | null;
                  average_hours_to_deliver: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/operations/procurement/": {
    /** Purchase orders and deliveries by day and vendor, with lateness */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  vendors: number;
                  orders: number;
                  open_orders: number;
                  received_orders: number;
                  cancelled_orders: number;
                  late_orders: number;
                  late_orders_percent: number | null;
                  /** @example 1234.50 */
                  ordered_value: string;
                  /** @example 1234.50 */
                  received_value: string;
                  fill_rate_percent: number | null;
                  average_lead_days: number | null;
                  deliveries: number;
                  late_deliveries: number;
                  late_deliveries_percent: number | null;
                  average_minutes_late: number | null;
                };
                series: {
                  /** Format: date */
                  day: string;
                  orders: number;
                  open_orders: number;
                  received_orders: number;
                  cancelled_orders: number;
                  late_orders: number;
                  late_orders_percent: number | null;
                  /** @example 1234.50 */
                  ordered_value: string;
                  /** @example 1234.50 */
                  received_value: string;
                  fill_rate_percent: number | null;
                  average_lead_days: number | null;
                  deliveries: number;
                  late_deliveries: number;
                  late_deliveries_percent: number | null;
                  average_minutes_late: number | null;
                }[];
                breakdown: {
                  vendor_name: string;
                  orders: number;
                  open_orders: number;
                  received_orders: number;
                  cancelled_orders: number;
                  late_orders: number;
                  late_orders_percent: number | null;
                  /** @example 1234.50 */
                  ordered_value: string;
                  /** @example 1234.50 */
                  received_value: string;
                  fill_rate_percent: number | null;
                  average_lead_days: number | null;
                  deliveries: number;
                  late_deliveries: number;
                  late_deliveries_percent: number | null;
                  average_minutes_late: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/people/customers/": {
    /** New, returning and unknown customers, and loyalty */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  customers: number;
                  new_customers: number;
                  returning_customers: number;
                  returning_percent: number | null;
                  sales: number;
                  guest_sales: number;
                  known_sales_percent: number | null;
                  sales_per_customer: number | null;
                  /** @example 1234.50 */
                  revenue_per_customer: string;
                  loyalty_members: number;
                  loyalty_points: number;
                };
                series: {
                  /** Format: date */
                  day: string;
                  new_customers: number;
                  returning_customers: number;
                  customer_sales: number;
                  guest_sales: number;
                }[];
                breakdown: {
                  /** @enum {string} */
                  segment: "new" | "returning" | "guest";
                  customers: number | null;
                  sales: number;
                  /** @example 1234.50 */
                  revenue: string;
                  /** @example 1234.50 */
                  average_basket: string;
                  share_percent: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/growth/promotions/": {
    /** Discounts by day, and the results of campaigns and codes */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  sales: number;
                  discounted_sales: number;
                  discounted_sales_percent: number | null;
                  /** @example 1234.50 */
                  discounts: string;
                  discount_percent: number | null;
                  active_campaigns: number;
                  campaign_conversions: number;
                  /** @example 1234.50 */
                  campaign_revenue: string;
                  code_uses: number;
                  /** @example 1234.50 */
                  code_discounts: string;
                };
                series: {
                  /** Format: date */
                  day: string;
                  sales: number;
                  discounted_sales: number;
                  discounted_sales_percent: number | null;
                  /** @example 1234.50 */
                  discounts: string;
                  discount_percent: number | null;
                }[];
                breakdown: {
                  /** @enum {string} */
                  kind: "campaign" | "code";
                  key: string;
                  name: string;
                  status: string;
                  uses: number;
                  revenue: string | null;
                  /** @example 1234.50 */
                  discounts: string;
                  sales_lift_percent: number | null;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/growth/discounts/": {
    /** Discounts of every origin by day, with reason, employee and approval */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          currency?: string;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
          origin?: "promotion" | "code" | "manual" | "loyalty";
          employee?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  sales: number;
                  lines: number;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  promotion: string;
                  /** @example 1234.50 */
                  code: string;
                  /** @example 1234.50 */
                  manual: string;
                  /** @example 1234.50 */
                  loyalty: string;
                  by_currency: {
                    currency: string;
                    sales: number;
                    lines: number;
                    /** @example 1234.50 */
                    discounts: string;
                  }[];
                };
                series: {
                  /** Format: date */
                  day: string;
                  sales: number;
                  lines: number;
                  /** @example 1234.50 */
                  discounts: string;
                  /** @example 1234.50 */
                  promotion: string;
                  /** @example 1234.50 */
                  code: string;
                  /** @example 1234.50 */
                  manual: string;
                  /** @example 1234.50 */
                  loyalty: string;
                }[];
                breakdown: {
                  /** Format: date */
                  day: string;
                  /** Format: uuid */
                  store: string;
                  store_code: string;
                  /** @enum {string} */
                  origin: "promotion" | "code" | "manual" | "loyalty";
                  reason: string | null;
                  promotion_id: string | null;
                  code: string | null;
                  employee: string | null;
                  employee_name: string | null;
                  approval_request_id: string | null;
                  approved_by: string | null;
                  sales: number;
                  lines: number;
                  currency: string;
                  /** @example 1234.50 */
                  amount: string;
                }[];
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/analytics/system/infrastructure/": {
    /** Content sync and webhooks: volume and failures */
    get: {
      parameters: {
        query?: {
          /** @description Number of days up to `to` or today; clamped to the limits of the report */
          days?: number;
          format?: "json" | "csv";
          /** @description Rows of the CSV; the default depends on the report */
          part?: "series" | "breakdown";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              meta: {
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                generated_at: string;
                /** Format: date */
                from: string;
                /** Format: date */
                to: string;
                days: number;
                store: string | null;
                store_code: string | null;
                currency: string | null;
                /** @description Other currencies of these stores; request each with `currency` */
                other_currencies: string[];
                /** @description Defines today when no dates are given */
                time_zone: string;
                clamped: boolean;
              };
              data: {
                totals: {
                  inbound: number;
                  outbound: number;
                  combined: number;
                  failed: number;
                  webhooks: number;
                };
                series: {
                  /** Format: date */
                  day: string;
                  inbound: number;
                  outbound: number;
                  combined: number;
                  failed: number;
                  webhooks: number;
                }[];
                breakdown: {
                  /** @enum {string} */
                  lane: "inbound" | "outbound" | "webhook";
                  status: string;
                  events: number;
                }[];
                sync: {
                  inbound: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    pending: number;
                    success_rate_percent: number | null;
                  };
                  outbound: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    pending: number;
                    success_rate_percent: number | null;
                  };
                  combined: {
                    total: number;
                    succeeded: number;
                    failed: number;
                    pending: number;
                    success_rate_percent: number | null;
                  };
                };
                webhook: {
                  stats: {
                    total_received: number;
                    processed: number;
                    failed: number;
                    pending: number;
                    skipped: number;
                    duplicates: number;
                  };
                  processors: {
                    total_received: number;
                    processed: number;
                    failed: number;
                    pending: number;
                    skipped: number;
                    duplicates: number;
                  };
                };
              };
            };
            "text/csv": string;
          };
        };
      };
    };
  };
  "/reports/exceptions/": {
    /**
     * Voids, discounts, drawer openings and refunds per cashier against their peers
     * @description By days of each store; the last 30 days unless given.
     */
    get: {
      parameters: {
        query?: {
          store?: string;
          from?: string;
          to?: string;
          days?: number;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: date */
              from: string;
              /** Format: date */
              to: string;
              stores: {
                /** Format: uuid */
                store: string;
                store_code: string;
                currency: string;
                median_per_100_sales: {
                  voids: number;
                  discounts: number;
                  drawer_openings: number;
                  refunds: number;
                };
                cashiers: {
                  employee: string | null;
                  /** Format: uuid */
                  employee_id: string;
                  employee_name: string | null;
                  /** @description Completed at tills, also those voided later */
                  sales: number;
                  voids: {
                    count: number;
                    amount: string | null;
                    per_100_sales: number | null;
                    ratio: number | null;
                    /** @description At least three, and twice the median or more */
                    is_unusual: boolean;
                  };
                  discounts: {
                    count: number;
                    amount: string | null;
                    per_100_sales: number | null;
                    ratio: number | null;
                    /** @description At least three, and twice the median or more */
                    is_unusual: boolean;
                  };
                  drawer_openings: {
                    count: number;
                    amount: string | null;
                    per_100_sales: number | null;
                    ratio: number | null;
                    /** @description At least three, and twice the median or more */
                    is_unusual: boolean;
                  };
                  refunds: {
                    count: number;
                    amount: string | null;
                    per_100_sales: number | null;
                    ratio: number | null;
                    /** @description At least three, and twice the median or more */
                    is_unusual: boolean;
                  };
                }[];
              }[];
            };
          };
        };
      };
    };
  };
  "/reports/exceptions/items/": {
    /** The sales and openings behind a figure, newest first */
    get: {
      parameters: {
        query: {
          store: string;
          from?: string;
          to?: string;
          days?: number;
          employee: string;
          kind: "voids" | "discounts" | "drawer_openings" | "refunds";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              at: string;
              transaction_id: string | null;
              terminal_id: string | null;
              currency: string;
              amount: string | null;
              reason: string | null;
            }[];
          };
        };
      };
    };
  };
  "/webhook-endpoints/": {
    /** Webhook endpoints, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              url: string;
              events: string[];
              description: string;
              store_ids: string[] | null;
              is_active: boolean;
              failures_in_row: number;
              failing_since: string | null;
              paused_until: string | null;
              disabled_at: string | null;
              disabled_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            }[];
          };
        };
      };
    };
    /** Register an endpoint; the answer contains its secret */
    post: {
      requestBody: {
        content: {
          "application/json": {
            url: string;
            events: string[];
            description?: string;
            store_ids?: string[] | null;
            is_active?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              url: string;
              events: string[];
              description: string;
              store_ids: string[] | null;
              is_active: boolean;
              failures_in_row: number;
              failing_since: string | null;
              paused_until: string | null;
              disabled_at: string | null;
              disabled_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              /** @description Signs every delivery. Shown only once. */
              secret: string;
            };
          };
        };
      };
    };
  };
  "/webhook-endpoints/{id}/": {
    /** An endpoint */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              url: string;
              events: string[];
              description: string;
              store_ids: string[] | null;
              is_active: boolean;
              failures_in_row: number;
              failing_since: string | null;
              paused_until: string | null;
              disabled_at: string | null;
              disabled_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Replace an endpoint */
    put: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            url: string;
            events: string[];
            description?: string;
            store_ids?: string[] | null;
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              url: string;
              events: string[];
              description: string;
              store_ids: string[] | null;
              is_active: boolean;
              failures_in_row: number;
              failing_since: string | null;
              paused_until: string | null;
              disabled_at: string | null;
              disabled_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
    /** Delete an endpoint and its deliveries */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
    /** Change an endpoint */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            url?: string;
            events?: string[];
            description?: string;
            store_ids?: string[] | null;
            is_active?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              url: string;
              events: string[];
              description: string;
              store_ids: string[] | null;
              is_active: boolean;
              failures_in_row: number;
              failing_since: string | null;
              paused_until: string | null;
              disabled_at: string | null;
              disabled_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/webhook-endpoints/{id}/rotate-secret/": {
    /** Give an endpoint a new secret */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              url: string;
              events: string[];
              description: string;
              store_ids: string[] | null;
              is_active: boolean;
              failures_in_row: number;
              failing_since: string | null;
              paused_until: string | null;
              disabled_at: string | null;
              disabled_reason: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              /** @description Signs every delivery. Shown only once. */
              secret: string;
            };
          };
        };
      };
    };
  };
  "/webhook-endpoints/{id}/deliveries/": {
    /** Deliveries to an endpoint, newest first */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "succeeded" | "failed";
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              event_id: string;
              event: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              attempts: number;
              response_status: number | null;
              response_body: string | null;
              error: string | null;
              duration_ms: number | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              next_attempt_at: string | null;
              finished_at: string | null;
            }[];
          };
        };
      };
    };
  };
  "/webhook-endpoints/{id}/deliveries/{delivery_id}/": {
    /** One delivery with its payload */
    get: {
      parameters: {
        path: {
          id: string;
          delivery_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              event_id: string;
              event: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              attempts: number;
              response_status: number | null;
              response_body: string | null;
              error: string | null;
              duration_ms: number | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              next_attempt_at: string | null;
              finished_at: string | null;
              payload: {
                [key: string]: unknown;
              };
            };
          };
        };
      };
    };
  };
  "/webhook-endpoints/{id}/deliveries/{delivery_id}/redeliver/": {
    /** Send a delivery again, under the same id */
    post: {
      parameters: {
        path: {
          id: string;
          delivery_id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              event_id: string;
              event: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              attempts: number;
              response_status: number | null;
              response_body: string | null;
              error: string | null;
              duration_ms: number | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              next_attempt_at: string | null;
              finished_at: string | null;
            };
          };
        };
      };
    };
  };
  "/webhook-endpoints/{id}/test/": {
    /** Send a test event */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** Format: uuid */
              event_id: string;
              event: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              attempts: number;
              response_status: number | null;
              response_body: string | null;
              error: string | null;
              duration_ms: number | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              next_attempt_at: string | null;
              finished_at: string | null;
            };
          };
        };
      };
    };
  };
  "/customers/": {
    /** Find customers by phone, e-mail address, name or card number */
    get: {
      parameters: {
        query?: {
          /** @description Phone, e-mail address, name or card number; typing errors are tolerated */
          search?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              customer_card: string | null;
              points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
    /** Create a customer from a name and one contact */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            first_name?: string;
            last_name?: string;
            email?: string | null;
            phone?: string | null;
            customer_card?: string | null;
            notes?: string;
            customer_group?: string | null;
            tax_exemption?: string | null;
            consent?: {
              /** @description Agrees to advertising by mail */
              email?: boolean;
              /** @description Agrees to advertising by phone */
              phone?: boolean;
            };
            /** @description Id or code; phone numbers without a country code are of its country */
            store_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              customer_card: string | null;
              points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              notes: string;
              consent: {
                email: boolean;
                email_at: string | null;
                phone: boolean;
                phone_at: string | null;
              };
              /** @description Can log in to the web shop */
              has_account: boolean;
              email_verified: boolean;
              erased_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/customers/{id}/": {
    /**
     * The profile of a customer, with points, balances and purchases
     * @description Who looked at a profile is recorded.
     */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              customer_card: string | null;
              points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              notes: string;
              consent: {
                email: boolean;
                email_at: string | null;
                phone: boolean;
                phone_at: string | null;
              };
              /** @description Can log in to the web shop */
              has_account: boolean;
              email_verified: boolean;
              erased_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
              /** @description Gift cards and store credit that the customer can pay with; points are apart */
              balances: {
                kind: string;
                currency: string;
                /** @example 12.50 */
                balance: string;
              }[];
              expiring: {
                points: number;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                expires_at: string;
              } | null;
              tier: {
                /** Format: uuid */
                id: string;
                name: string;
                currency: string;
                /**
                 * @description Spent in twelve months
                 * @example 12.50
                 */
                minimum_spend: string;
                /** @description Times the points of the store */
                earning_factor: string;
              } | null;
              /** @description Of the last twelve months, which decides the tier; empty without tiers */
              spend: {
                currency: string;
                /** @example 12.50 */
                amount: string;
              }[];
              /** @description Completed sales of the stores that the caller may see */
              spending: {
                currency: string;
                sales: number;
                /** @example 12.50 */
                total: string;
              }[];
              /** @description The newest sales of both channels in the stores that the caller may see */
              purchases: {
                transaction_id: string;
                /** Format: uuid */
                store: string;
                store_name: string;
                /** @enum {string} */
                channel: "pos" | "web_commerce" | "dashboard" | "api";
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /** @example 12.50 */
                total_amount: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            };
          };
        };
      };
    };
    /** Change a customer */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            name?: string;
            first_name?: string;
            last_name?: string;
            email?: string | null;
            phone?: string | null;
            customer_card?: string | null;
            notes?: string;
            customer_group?: string | null;
            tax_exemption?: string | null;
            consent?: {
              /** @description Agrees to advertising by mail */
              email?: boolean;
              /** @description Agrees to advertising by phone */
              phone?: boolean;
            };
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              customer_card: string | null;
              points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              notes: string;
              consent: {
                email: boolean;
                email_at: string | null;
                phone: boolean;
                phone_at: string | null;
              };
              /** @description Can log in to the web shop */
              has_account: boolean;
              email_verified: boolean;
              erased_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/customers/{id}/views/": {
    /**
     * Who looked at the data of a customer, newest first
     * @description Views at the stores of the caller.
     */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "profile" | "export";
              viewer: {
                /** Format: uuid */
                id: string;
                name: string;
              } | null;
              store: string | null;
              terminal_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              viewed_at: string;
            }[];
          };
        };
      };
    };
  };
  "/customers/{id}/merge/": {
    /**
     * Merge another customer into this one
     * @description Sales, points, balances, addresses and carts move here; logins there end.
     */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            customer_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              customer_card: string | null;
              points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              notes: string;
              consent: {
                email: boolean;
                email_at: string | null;
                phone: boolean;
                phone_at: string | null;
              };
              /** @description Can log in to the web shop */
              has_account: boolean;
              email_verified: boolean;
              erased_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/customers/{id}/export/": {
    /**
     * Everything that is held about a customer
     * @description The export is recorded with the views of the profile.
     */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              exported_at: string;
              /** Format: uuid */
              customer_id: string;
              /** @description Records by kind: customer, addresses, sales, payments, mails and more */
              data: {
                [key: string]: {
                  [key: string]: unknown;
                }[];
              };
            };
          };
        };
      };
    };
  };
  "/customers/{id}/erase/": {
    /** Erase names, contacts and addresses of a customer; the books stay */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              name: string;
              first_name: string;
              last_name: string;
              email: string | null;
              phone: string;
              customer_card: string | null;
              points: number;
              customer_group: string | null;
              tax_exemption: string | null;
              is_active: boolean;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              notes: string;
              consent: {
                email: boolean;
                email_at: string | null;
                phone: boolean;
                phone_at: string | null;
              };
              /** @description Can log in to the web shop */
              has_account: boolean;
              email_verified: boolean;
              erased_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              updated_at: string;
            };
          };
        };
      };
    };
  };
  "/audit-log/": {
    /**
     * Who changed what, newest first
     * @description Managers of some stores see the entries of these stores and their own.
     */
    get: {
      parameters: {
        query?: {
          /** @description The id of a record, a type, or both: `price-lists/{id}`, `price-lists/` */
          record?: string;
          actor?: string;
          action?: string;
          store?: string;
          /** @description A point in time, or a day in UTC */
          from?: string | unknown | unknown;
          /** @description A point in time, or a day in UTC */
          to?: string | unknown | unknown;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              at: string;
              actor: {
                id: string | null;
                /** @enum {string} */
                kind: "staff" | "customer" | "unknown";
                name: string | null;
                employee_number: string | null;
              };
              /**
               * @example update
               * @example void
               * @example login_failed
               */
              action: string;
              /** @example price-lists */
              record_type: string;
              record_id: string | null;
              /** @description By field; `[secret]` and `[personal]` stand for values that are not kept */
              changes: {
                [key: string]: {
                  before: unknown;
                  after: unknown;
                };
              };
              store_id: string | null;
              terminal_id: string | null;
              address: string | null;
              user_agent: string | null;
              request_id: string | null;
              seq: number | null;
              hash: string | null;
              previous_hash: string | null;
            }[];
          };
        };
      };
    };
  };
  "/audit-log/verify/": {
    /**
     * Whether the chain of the audit log holds
     * @description Chains the entries that wait, then computes every hash again.
     */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              holds: boolean;
              /** @description Chained entries that were compared */
              entries: number;
              /** @description Entries that are not chained yet */
              waiting: number;
              last_hash: string;
              first_broken: {
                seq: number;
                id: string | null;
                /** @enum {string} */
                problem: "altered" | "missing" | "added" | "rewritten";
              } | null;
            };
          };
        };
      };
    };
  };
  "/setup/progress/": {
    /** The steps of the first run, computed from what exists */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Whether no step is open */
              is_complete: boolean;
              steps: {
                /** @enum {string} */
                step: "administrator" | "store" | "payment_methods" | "products" | "till" | "staff" | "test_sale";
                /** @enum {string} */
                status: "done" | "skipped" | "open";
                /** @description Records of this step, up to 100 */
                count: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/setup/steps/{step}/skip/": {
    /** Put a step of the first run off */
    post: {
      parameters: {
        path: {
          step: "payment_methods" | "products" | "till" | "staff" | "test_sale";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Whether no step is open */
              is_complete: boolean;
              steps: {
                /** @enum {string} */
                step: "administrator" | "store" | "payment_methods" | "products" | "till" | "staff" | "test_sale";
                /** @enum {string} */
                status: "done" | "skipped" | "open";
                /** @description Records of this step, up to 100 */
                count: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/setup/steps/{step}/resume/": {
    /** Take a step up again */
    post: {
      parameters: {
        path: {
          step: "payment_methods" | "products" | "till" | "staff" | "test_sale";
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Whether no step is open */
              is_complete: boolean;
              steps: {
                /** @enum {string} */
                step: "administrator" | "store" | "payment_methods" | "products" | "till" | "staff" | "test_sale";
                /** @enum {string} */
                status: "done" | "skipped" | "open";
                /** @description Records of this step, up to 100 */
                count: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/setup/countries/": {
    /** What a new store starts with, by country */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * @description ISO 3166-1
               * @example DE
               */
              code: string;
              /** @example EUR */
              currency: string;
              time_zones: string[];
              /** @enum {string} */
              language: "en" | "de";
              prices_include_tax: boolean;
              /** @enum {string} */
              cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
              tax_name: string;
              /**
               * @description 0.19 is 19 %
               * @example 0.19
               */
              standard_rate: string;
              reduced_rate: string | null;
              other_rates: string[];
            }[];
          };
        };
      };
    };
  };
  "/setup/store/": {
    /** Open the first store with its taxes; its currency is that of the prices */
    post: {
      requestBody: {
        content: {
          "application/json": {
            name: string;
            code?: string;
            address?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            /**
             * @description ISO 3166-1
             * @example DE
             */
            country: string;
            email?: string;
            phone?: string;
            /** @example EUR */
            currency: string;
            time_zone: string;
            /** @enum {string} */
            language: "en" | "de";
            prices_include_tax: boolean;
            /** @enum {string} */
            cash_rounding: "none" | "0.05" | "0.10" | "0.50" | "1.00";
            pickup_enabled?: boolean;
            tax: {
              name: string;
              /**
               * @description 0.19 is 19 %
               * @example 0.19
               */
              standard_rate: string;
              reduced_rate?: string | null;
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
            };
          };
        };
      };
    };
  };
  "/setup/sample-products/": {
    /** Add a small assortment with stock for the first store */
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description How many were added */
              variants: number;
            };
          };
        };
      };
    };
  };
  "/health/": {
    /** Health of database, cache and storage */
    get: {
      parameters: {
        query?: {
          format?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "healthy" | "unhealthy";
              checks: {
                database: boolean;
                cache: boolean;
                storage: boolean;
              };
              version: string;
              commit: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              timestamp: string;
            };
            "text/html; charset=utf-8": string;
          };
        };
      };
    };
  };
  "/livez/": {
    /** Whether the process answers; asks nothing else */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "alive";
            };
          };
        };
      };
    };
  };
  "/readyz/": {
    /** Whether this node can take requests */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "ready" | "not_ready";
              checks: {
                database: boolean;
                cache: boolean;
              };
            };
          };
        };
      };
    };
  };
  "/ops/jobs/": {
    /** Background jobs by state; parked ones have used up their tries */
    get: {
      parameters: {
        query?: {
          state?: "parked" | "failing" | "waiting" | "running";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              name: string;
              attempts: number;
              max_attempts: number;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              run_at: string;
              last_error: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
  };
  "/ops/jobs/{id}/retry/": {
    /** Try a parked job again */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              /** @enum {string} */
              status: "waiting";
            };
          };
        };
      };
    };
  };
  "/ops/mails/": {
    /** The newest mails, sent or kept */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: string;
              purpose: string;
              recipient: string;
              subject: string;
              body_text: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              sent_at: string | null;
            }[];
          };
        };
      };
    };
  };
  "/metrics/": {
    /** Figures for Prometheus; with a login or METRICS_TOKEN, or from the machine itself */
    get: {
      responses: {
        200: {
          content: {
            "text/plain; version=0.0.4; charset=utf-8": string;
          };
        };
      };
    };
  };
  "/ops/invariants/": {
    /** Check the invariants of money, stock, promotions, points and events */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              checked_at: string;
              /** @description True if no record violates an invariant */
              ok: boolean;
              checks: {
                name: string;
                description: string;
                store: string | null;
                checked: number;
                offending: number;
                /** @description The first 20 violating records */
                ids: string[];
              }[];
            };
          };
        };
      };
    };
  };
  "/ops/work/": {
    /** Every queue, event consumer and the jobs: waiting, oldest, failing, parked */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Such as `payments:refunds` */
              name: string;
              /** @enum {string} */
              kind: "queue" | "consumer" | "outbox" | "jobs";
              waiting: number;
              running: number;
              /** @description Failed and waiting for the next attempt */
              failing: number;
              /** @description Given up until somebody retries them */
              parked: number;
              /** @description Age of the oldest that is due */
              oldest_seconds: number;
            }[];
          };
        };
      };
    };
  };
  "/ops/work/{name}/items/": {
    /** The items of a queue by state, in the order of their keys */
    get: {
      parameters: {
        query?: {
          state?: "waiting" | "running" | "failing" | "parked";
          limit?: number;
          cursor?: string;
        };
        path: {
          /** @description Such as `payments:refunds` */
          name: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              key: string;
              attempts: number;
              due_at: string | null;
              error: string | null;
            }[];
          };
        };
      };
    };
  };
  "/ops/work/{name}/retry/": {
    /** Retry all parked items of a queue now */
    post: {
      parameters: {
        path: {
          /** @description Such as `payments:refunds` */
          name: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @description Such as `payments:refunds` */
              name: string;
              retried: number;
            };
          };
        };
      };
    };
  };
  "/ops/work/{name}/items/{key}/retry/": {
    /** Retry one item of a queue now */
    post: {
      parameters: {
        path: {
          /** @description Such as `payments:refunds` */
          name: string;
          key: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              key: string;
              /** @enum {string} */
              status: "waiting";
            };
          };
        };
      };
    };
  };
  "/products/import/": {
    /** Import products from a CSV file of up to 10 MiB */
    post: {
      parameters: {
        query?: {
          /** @description Check every row and report the result without changing anything */
          dry_run?: boolean;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
              /** @description Fetched after the rows. A picture that fails is an error of its row */
              pictures: {
                total: number;
                done: number;
                failed: number;
              };
              undo: {
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "failed";
                /** @description Rows that changed something */
                rows: number;
                /** @description Rows processed so far */
                undone: number;
                /** @description Rows of which something stays */
                kept: number;
                finished_at: string | null;
              } | null;
              report: {
                /** @description Row number as in a spreadsheet: the heading is row 1 */
                row: number;
                /** @description SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price */
                key: string;
                /** @enum {string} */
                action: "created" | "updated" | "unchanged" | "refused";
                errors: {
                  [key: string]: string[];
                };
                kept: {
                  /** @example variant */
                  record: string;
                  /** @description SKU, slug or name */
                  key: string;
                  /**
                   * @description `changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone
                   * @enum {string}
                   */
                  reason: "changed" | "in_use" | "archived" | "stock_used" | "refused";
                  fields: string[];
                }[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/inventory-levels/import/": {
    /** Import stock levels from a CSV file of up to 10 MiB */
    post: {
      parameters: {
        query?: {
          /** @description Check every row and report the result without changing anything */
          dry_run?: boolean;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
              /** @description Fetched after the rows. A picture that fails is an error of its row */
              pictures: {
                total: number;
                done: number;
                failed: number;
              };
              undo: {
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "failed";
                /** @description Rows that changed something */
                rows: number;
                /** @description Rows processed so far */
                undone: number;
                /** @description Rows of which something stays */
                kept: number;
                finished_at: string | null;
              } | null;
              report: {
                /** @description Row number as in a spreadsheet: the heading is row 1 */
                row: number;
                /** @description SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price */
                key: string;
                /** @enum {string} */
                action: "created" | "updated" | "unchanged" | "refused";
                errors: {
                  [key: string]: string[];
                };
                kept: {
                  /** @example variant */
                  record: string;
                  /** @description SKU, slug or name */
                  key: string;
                  /**
                   * @description `changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone
                   * @enum {string}
                   */
                  reason: "changed" | "in_use" | "archived" | "stock_used" | "refused";
                  fields: string[];
                }[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/prices/import/": {
    /** Import prices from a CSV file of up to 10 MiB */
    post: {
      parameters: {
        query?: {
          /** @description Check every row and report the result without changing anything */
          dry_run?: boolean;
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              kind: "products" | "inventory_levels" | "prices" | "shopify" | "woocommerce" | "square";
              file_name: string;
              /** @enum {string} */
              status: "queued" | "running" | "completed" | "failed";
              dry_run: boolean;
              /** @description Percentage of the file */
              progress: number;
              /** @description Rows processed so far */
              rows: number;
              created: number;
              updated: number;
              unchanged: number;
              refused: number;
              error: string | null;
              /** @description About the whole file */
              notes: string[];
              undo_status: ("queued" | "running" | "completed" | "failed") | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              started_at: string | null;
              finished_at: string | null;
              /** @description Fetched after the rows. A picture that fails is an error of its row */
              pictures: {
                total: number;
                done: number;
                failed: number;
              };
              undo: {
                /** @enum {string} */
                status: "queued" | "running" | "completed" | "failed";
                /** @description Rows that changed something */
                rows: number;
                /** @description Rows processed so far */
                undone: number;
                /** @description Rows of which something stays */
                kept: number;
                finished_at: string | null;
              } | null;
              report: {
                /** @description Row number as in a spreadsheet: the heading is row 1 */
                row: number;
                /** @description SKU or slug of a product row, store and SKU of a stock level, list and SKU of a price */
                key: string;
                /** @enum {string} */
                action: "created" | "updated" | "unchanged" | "refused";
                errors: {
                  [key: string]: string[];
                };
                kept: {
                  /** @example variant */
                  record: string;
                  /** @description SKU, slug or name */
                  key: string;
                  /**
                   * @description `changed`: somebody changed `fields` since; `archived`, `in_use`: other records refer to it; `stock_used`: less stock is left than the import added; `refused`: it cannot be undone
                   * @enum {string}
                   */
                  reason: "changed" | "in_use" | "archived" | "stock_used" | "refused";
                  fields: string[];
                }[] | null;
              }[];
            };
          };
        };
      };
    };
  };
  "/pos/auth/terminal-login/": {
    /** Log in at a till with employee number and PIN */
    post: {
      requestBody: {
        content: {
          "application/json": {
            employee_id: string;
            pin_code: string;
            store_id: string;
            terminal_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              token: string;
              /** Format: uuid */
              session_id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              user: {
                /** Format: uuid */
                id: string;
                name: string;
                employee_number: string;
                /** @enum {string} */
                role: "cashier" | "supervisor" | "manager" | "admin" | "customer";
              };
              store: {
                /** Format: uuid */
                id: string;
                name: string;
              };
            };
          };
        };
      };
    };
  };
  "/pos/auth/terminal-logout/": {
    /** Log out of the till */
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              message: string;
            };
          };
        };
      };
    };
  };
  "/pos/auth/pairing/": {
    /** The till that this device is paired with, by its cookie */
    get: {
      parameters: {
        query?: {
          store_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** @description Whether `store_id` takes PINs only from paired devices */
              required: boolean;
              paired: {
                terminal_id: string;
                terminal_name: string;
                is_active: boolean;
                store: {
                  /** Format: uuid */
                  id: string;
                  code: string;
                  name: string;
                };
              } | null;
            };
          };
        };
      };
    };
    /** Pair this device with the till of a code; the answer sets its cookie */
    post: {
      requestBody: {
        content: {
          "application/json": {
            code: string;
            /** @description Random, made by the device for this code. After a lost answer the same code works again with the same attempt. */
            attempt: string;
            store_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              paired: {
                terminal_id: string;
                terminal_name: string;
                is_active: boolean;
                store: {
                  /** Format: uuid */
                  id: string;
                  code: string;
                  name: string;
                };
              };
            };
          };
        };
      };
    };
  };
  "/pos/approvals/request/": {
    /** Request an approval; it expires after five minutes */
    post: {
      requestBody: {
        content: {
          "application/json": {
            request_type: string;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount: string | number;
            reason: string;
            details?: {
              [key: string]: unknown;
            };
            /** @description Required in the back office; a till always requests for its own store. */
            store_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              request_id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/approvals/status/{request_id}/": {
    /** Status of a request of your store */
    get: {
      parameters: {
        path: {
          request_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              request_id: string;
              /** @enum {string} */
              status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
              approved_by: string | null;
              approved_by_name: string | null;
              approved_at: string | null;
              usable_until: string | null;
              denied_by: string | null;
              denied_by_name: string | null;
              denied_at: string | null;
              decision_note: string;
              request_type: string;
              /** @example 12.50 */
              amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/approvals/": {
    /** Requests, newest first: those of your stores if you may decide, otherwise your own */
    get: {
      parameters: {
        query?: {
          status?: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              request_id: string;
              /** @enum {string} */
              status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
              approved_by: string | null;
              approved_by_name: string | null;
              approved_at: string | null;
              usable_until: string | null;
              denied_by: string | null;
              denied_by_name: string | null;
              denied_at: string | null;
              decision_note: string;
              request_type: string;
              /** @example 12.50 */
              amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              /** Format: uuid */
              store_id: string;
              terminal_id: string | null;
              /** Format: uuid */
              requested_by: string;
              requested_by_name: string | null;
              reason: string;
              details: {
                [key: string]: unknown;
              };
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              consumed_at: string | null;
              consumed_for: string | null;
            }[];
          };
        };
      };
    };
  };
  "/pos/approvals/{request_id}/approve/": {
    /** Approve a request, at a till also by PIN */
    post: {
      parameters: {
        path: {
          request_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            approver_id?: string;
            pin_code?: string;
            note?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              request_id: string;
              /** @enum {string} */
              status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
              approved_by: string | null;
              approved_by_name: string | null;
              approved_at: string | null;
              usable_until: string | null;
              denied_by: string | null;
              denied_by_name: string | null;
              denied_at: string | null;
              decision_note: string;
              request_type: string;
              /** @example 12.50 */
              amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/approvals/{request_id}/deny/": {
    /** Deny a request, at a till also by PIN */
    post: {
      parameters: {
        path: {
          request_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            approver_id?: string;
            pin_code?: string;
            note?: string;
          } | null;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              request_id: string;
              /** @enum {string} */
              status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
              approved_by: string | null;
              approved_by_name: string | null;
              approved_at: string | null;
              usable_until: string | null;
              denied_by: string | null;
              denied_by_name: string | null;
              denied_at: string | null;
              decision_note: string;
              request_type: string;
              /** @example 12.50 */
              amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/approvals/{request_id}/cancel/": {
    /** Cancel a pending request */
    post: {
      parameters: {
        path: {
          request_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              request_id: string;
              /** @enum {string} */
              status: "pending" | "approved" | "denied" | "expired" | "cancelled" | "consumed";
              approved_by: string | null;
              approved_by_name: string | null;
              approved_at: string | null;
              usable_until: string | null;
              denied_by: string | null;
              denied_by_name: string | null;
              denied_at: string | null;
              decision_note: string;
              request_type: string;
              /** @example 12.50 */
              amount: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/cash-drawer/": {
    /** Drawer operations of your stores, newest first */
    get: {
      parameters: {
        query?: {
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              operation_id: string;
              operation: string;
              reason: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              timestamp: string;
              /** Format: uuid */
              store_id: string;
              terminal_id: string;
              /** Format: uuid */
              operator_id: string;
              operator_name: string | null;
            }[];
          };
        };
      };
    };
    /** Open the drawer of this till */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** @enum {string} */
            operation: "open" | "close" | "count" | "deposit";
            /** @description Required to open. */
            reason?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              drawer_operation: {
                /** Format: uuid */
                operation_id: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                timestamp: string;
              };
            };
          };
        };
      };
    };
  };
  "/pos/pay-outs/": {
    /** Cash refunds of the store that wait to be paid out, oldest first */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @description REF number */
              refund_id: string;
              /** @description TXN number */
              transaction_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Present if not 0: what the till pays beyond `amount`. */
              rounding?: string;
              currency: string;
              reason: string;
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              requested_by: string | null;
              requested_by_name: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
            }[];
          };
        };
      };
    };
  };
  "/pos/pay-outs/{refund_id}/pay/": {
    /** Pay a waiting cash refund from the drawer of this till, once */
    post: {
      parameters: {
        path: {
          /** @description UUID or REF number */
          refund_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @example REF-20260709-0A1B2C3D */
              refund_id: string;
              /** @example 12.50 */
              amount: string;
              /** @description Of cash: `amount` and this are paid to the customer. */
              rounding: string;
              /** @enum {string} */
              status: "pending" | "succeeded" | "failed";
              /** @enum {string} */
              cause: "void" | "return" | "refund" | "late_success";
              reason: string;
              /** @enum {string} */
              refund_to: "original" | "cash" | "store_credit";
              way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
              action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
              processor_refund_id: string | null;
              shift_id: string | null;
              reference: string | null;
              confirmed_by: string | null;
              confirmed_at: string | null;
              store_credit_code: string | null;
              processed_at: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** Format: uuid */
              payment: string;
              /** @description TXN number */
              transaction: string;
              /** Format: uuid */
              store: string;
              shift: string | null;
              terminal_id: string | null;
              requested_by: string | null;
              attempts: number;
              last_error: string | null;
              next_attempt_at: string | null;
            };
          };
        };
      };
    };
  };
  "/pos/transactions/create/": {
    /** Ring up a sale */
    post: {
      requestBody: {
        content: {
          "application/json": {
            store_id: string;
            employee_id: string;
            line_items: {
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              unit_price: string | number;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              subtotal: string | number;
              /** @description Why `unit_price` is not that of the catalogue; kept with the discount */
              price_reason?: string;
              /** @description Of SKU GIFT-CARD: the card to top up, instead of a new one */
              gift_card_code?: string;
            }[];
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            subtotal: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            tax_amount: string | number;
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            total_amount: string | number;
            /**
             * Format: uuid
             * @description The customer, if known
             */
            customer_id?: string;
            approval_request_id?: string;
            /** @description Applies promotions: those without a code, and those of these codes. total_amount is subtotal less discounts with tax. */
            promo_codes?: string[];
            /** @description Discounts of the staff, each off a line or the sale, an amount or a percentage */
            discounts?: {
              /** @description Position of the line, from 0; or `sale` */
              line?: number;
              /** @description True: off the whole sale, split over its lines */
              sale?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              amount?: string | number;
              /**
               * @description Not negative, at most two decimals.
               * @example 12.50
               */
              percent?: string | number;
              reason: string;
              approval_request_id?: string;
            }[];
            /**
             * @description Sum of promotions and discounts, to confirm it
             * @example 12.50
             */
            discount_amount?: string | number;
            /** @description Who collects the goods; on the receipt */
            pickup_name?: string;
            /** @description For the customer; on the receipt */
            note?: string;
            /**
             * Format: uuid
             * @description Sells as quoted; a quote counts once
             */
            quote_id?: string;
            /** @description The first payment, taken together with the sale: both are stored, or neither. Not for a card on the reader. */
            payment?: {
              payment_method_id: string;
              /**
               * @description Required unless `points` are sent
               * @example 12.50
               */
              tendered_amount?: string | number;
              /** @description Of method `points`: how many, instead of an amount */
              points?: number;
              age_check?: {
                /** @enum {string} */
                method: "id_scan" | "visual";
                confirmed: boolean;
              };
              store_credit_code?: string;
              gift_card_code?: string;
              processor_transaction_id?: string;
              /** @description Slip number; required by methods with requires_reference */
              reference?: string;
            };
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** @description The gift cards of a sale that this payment completed */
              gift_cards?: {
                /** @description Shown once; of a card that was topped up only its end */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
              }[];
              transaction: {
                transaction_id: string;
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /** @example 12.50 */
                total_amount: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
                price_overridden: boolean;
                /** @example 12.50 */
                tax_variance: string;
                /** @example 12.50 */
                discount_amount?: string;
                adjustments?: {
                  /** @enum {string} */
                  kind: "promotion" | "code" | "manual" | "loyalty";
                  line: number | null;
                  /** @example 12.50 */
                  amount: string;
                  reason: string | null;
                  actor: string | null;
                  approval_request_id: string | null;
                  promotion_id: string | null;
                  code: string | null;
                }[];
                /** @description The quoted total less the total of this moment */
                price_difference?: string;
                /** @description Whether the prices contain the tax */
                prices_include_tax: boolean;
                /** @example 12.50 */
                total_paid?: string;
                /** @example 12.50 */
                change_due?: string;
                /**
                 * @description Cash rounding of all payments of the sale. Positive: the customer pays more.
                 * @example 0.02
                 */
                rounding_amount?: string;
                /**
                 * @description What this payment came to with its rounding; cash above it is change.
                 * @example 13.95
                 */
                cash_due?: string;
                completed_at?: string | null;
                /** @example 12.50 */
                amount_due?: string;
                payment_id?: string;
              };
            };
          };
        };
      };
    };
  };
  "/pos/transactions/{transaction_id}/payment/": {
    /** Take a payment; less than the amount due is a partial payment */
    post: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            payment_method_id: string;
            /**
             * @description Required unless `points` are sent
             * @example 12.50
             */
            tendered_amount?: string | number;
            /** @description Of method `points`: how many, instead of an amount */
            points?: number;
            age_check?: {
              /** @enum {string} */
              method: "id_scan" | "visual";
              confirmed: boolean;
            };
            store_credit_code?: string;
            gift_card_code?: string;
            processor_transaction_id?: string;
            /** @description Slip number; required by methods with requires_reference */
            reference?: string;
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** @description The gift cards of a sale that this payment completed */
              gift_cards?: {
                /** @description Shown once; of a card that was topped up only its end */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
              }[];
              transaction: {
                transaction_id: string;
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /** @example 12.50 */
                total_amount: string;
                /** @example 12.50 */
                total_paid: string;
                /** @example 12.50 */
                change_due: string;
                /**
                 * @description Cash rounding of all payments of the sale. Positive: the customer pays more.
                 * @example 0.02
                 */
                rounding_amount?: string;
                /**
                 * @description What this payment came to with its rounding; cash above it is change.
                 * @example 13.95
                 */
                cash_due?: string;
                completed_at: string | null;
                /** @example 12.50 */
                amount_due: string;
                payment_id: string;
              };
            };
          };
        };
      };
    };
  };
  "/pos/transactions/{transaction_id}/gift-cards/": {
    /** Show the new gift cards of a paid sale, once, if no payment has shown them */
    post: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** @description The gift cards of a sale that this payment completed */
              gift_cards: {
                /** @description Shown once; of a card that was topped up only its end */
                code: string;
                /** @example 12.50 */
                amount: string;
                /** @example 12.50 */
                balance: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/pos/quote/": {
    /** Price a basket with promotions; the quote holds for 15 minutes */
    post: {
      requestBody: {
        content: {
          "application/json": {
            line_items: {
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description Of a gift card: its value
               * @example 12.50
               */
              unit_price?: string | number;
            }[];
            /**
             * Format: uuid
             * @description The customer, if known
             */
            customer_id?: string;
            /** @description Promotions without a code apply in any case */
            promo_codes?: string[];
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              quote_id: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
              currency: string;
              lines: {
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                quantity: number;
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax_amount: string;
                /** @example 12.50 */
                total: string;
                applied_promotions: {
                  /** Format: uuid */
                  promotion_id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
              }[];
              discounts: {
                /** Format: uuid */
                promotion_id: string;
                name: string;
                code: string | null;
                /** @example 12.50 */
                amount: string;
              }[];
              promo_codes: {
                code: string;
                applied: boolean;
              }[];
              /** @description The terms of the promotions that the prices were computed with */
              promotions: {
                /** Format: uuid */
                id: string;
                name: string;
                /** @enum {string} */
                kind: "percentage" | "fixed" | "buy_x_get_y" | "free_shipping";
                /** @example 12.50 */
                value: string;
                buy_quantity: number | null;
                get_quantity: number | null;
                /** @example 12.50 */
                get_discount_percent: string;
                scope: {
                  /** @enum {string} */
                  kind: "order" | "product" | "category" | "variant" | "collection";
                  ids: string[];
                };
                priority: number;
                stackable: boolean;
                minimum_subtotal: string | null;
                maximum_discount: string | null;
                code: string | null;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              discount_amount: string;
              /** @example 12.50 */
              tax_amount: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              /** @example 12.50 */
              total_amount: string;
              tax_breakdown: {
                jurisdiction: string;
                tax_class: string;
                /** @example 12.50 */
                taxable_amount: string;
                rate: string;
                /** @example 12.50 */
                tax_collected: string;
                /** @example 12.50 */
                net: string;
                /** @example 12.50 */
                tax: string;
                /** @example 12.50 */
                gross: string;
              }[];
              explain: {
                line: number;
                price_list: string | null;
                /** @example 12.50 */
                unit_price: string;
                quantity: number;
                /** @example 12.50 */
                subtotal: string;
                promotions: {
                  /** Format: uuid */
                  promotion_id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                  split: {
                    /** @enum {string} */
                    method: "largest_remainder" | "units";
                    /** @description The amount that the lines share */
                    total: string;
                    /** @description The price of this line before it */
                    weight: string;
                    /** @description The sum of these prices */
                    weights: string;
                    /** @description Cents beyond the part rounded down */
                    extra: string;
                  };
                }[];
                taxes: {
                  jurisdiction: string;
                  name: string;
                  rate: string;
                  /** @example 12.50 */
                  amount: string;
                  split: {
                    /** @enum {string} */
                    method: "largest_remainder" | "units";
                    /** @description The amount that the lines share */
                    total: string;
                    /** @description The price of this line before it */
                    weight: string;
                    /** @description The sum of these prices */
                    weights: string;
                    /** @description Cents beyond the part rounded down */
                    extra: string;
                  };
                }[];
                /** @example 12.50 */
                net: string;
                /** @example 12.50 */
                tax: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/pos/transactions/{transaction_id}/card/": {
    /** The newest card payment of a sale; asks the processor while it is in progress */
    get: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              payment_id: string;
              payment_intent_id: string | null;
              /** @enum {string} */
              status: "in_progress" | "succeeded" | "declined" | "timed_out" | "uncertain" | "canceled";
              /** @example 12.50 */
              amount: string;
              failure_code: string | null;
              message: string | null;
              card_last_four: string | null;
              card_brand: string | null;
              transaction: {
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
          };
        };
      };
    };
    /** Start a card payment on the reader of the till; without an amount all that is due */
    post: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /**
             * @description Not negative, with at most as many decimals as the currency has.
             * @example 12.50
             */
            amount?: string | number;
            payment_method_id?: string;
            age_check?: {
              /** @enum {string} */
              method: "id_scan" | "visual";
              confirmed: boolean;
            };
          };
        };
      };
      responses: {
        202: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              payment_id: string;
              payment_intent_id: string | null;
              /** @enum {string} */
              status: "in_progress" | "succeeded" | "declined" | "timed_out" | "uncertain" | "canceled";
            };
          };
        };
      };
    };
  };
  "/pos/transactions/{transaction_id}/card/cancel/": {
    /** Cancel the card payment in progress; one that has ended stays as it is */
    post: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              payment_id: string;
              payment_intent_id: string | null;
              /** @enum {string} */
              status: "in_progress" | "succeeded" | "declined" | "timed_out" | "uncertain" | "canceled";
              /** @example 12.50 */
              amount: string;
              failure_code: string | null;
              message: string | null;
              card_last_four: string | null;
              card_brand: string | null;
              transaction: {
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
          };
        };
      };
    };
  };
  "/pos/transactions/{transaction_id}/": {
    /**
     * Attach a customer to a sale of this store that is not paid, or label it
     * @description A `customer_id` of null detaches the customer.
     */
    patch: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            customer_id?: string | null;
            /** @description Who collects the goods; on the receipt */
            pickup_name?: string;
            /** @description For the customer; on the receipt */
            note?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              transaction: {
                transaction_id: string;
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /** @example 12.50 */
                total_amount: string;
                customer_id: string | null;
                /** @description If the request wrote a label */
                pickup_name?: string;
                note?: string;
              };
            };
          };
        };
      };
    };
  };
  "/pos/transactions/open/": {
    /** Unpaid and partly paid sales of the tills of this store, newest first */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              transaction_id: string;
              /** @enum {string} */
              status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              currency: string;
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              tax_amount: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              terminal_id: string | null;
              employee: {
                /** Format: uuid */
                id: string;
                employee_id: string | null;
                name: string;
              } | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
              payments: {
                /** Format: uuid */
                id: string;
                /** @description Code of the payment method */
                payment_method: string;
                payment_method_name: string;
                method_type: string;
                /** @example 12.50 */
                amount: string;
                register_id: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                processed_at: string;
              }[];
            }[];
          };
        };
      };
    };
  };
  "/pos/transactions/{transaction_id}/cancel/": {
    /** Cancel an unpaid or partly paid sale and give back what was paid */
    post: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            reason: string;
            approval_request_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              transaction: {
                transaction_id: string;
                /** @enum {string} */
                status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
                /** @example 12.50 */
                total_amount: string;
                /** @example 12.50 */
                total_paid: string;
                currency: string;
                voided_at: string | null;
                void_reason: string | null;
              };
              refunds: {
                /** Format: uuid */
                id: string;
                /** @example REF-20260709-0A1B2C3D */
                refund_id: string;
                /** @example 12.50 */
                amount: string;
                /** @description Of cash: `amount` and this are paid to the customer. */
                rounding: string;
                /** @enum {string} */
                status: "pending" | "succeeded" | "failed";
                /** @enum {string} */
                cause: "void" | "return" | "refund" | "late_success";
                reason: string;
                /** @enum {string} */
                refund_to: "original" | "cash" | "store_credit";
                way: ("processor" | "cash" | "store_credit" | "gift_card" | "external") | null;
                action_required: ("confirm_on_terminal" | "pay_out_cash") | null;
                processor_refund_id: string | null;
                shift_id: string | null;
                reference: string | null;
                confirmed_by: string | null;
                confirmed_at: string | null;
                store_credit_code: string | null;
                processed_at: string | null;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                created_at: string;
              }[];
            };
          };
        };
      };
    };
  };
  "/pos/held-sales/": {
    /** Held sales of this store, newest first */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              version: number;
              /**
               * @description Resumed: a till continues it
               * @enum {string}
               */
              status: "held" | "resumed";
              name: string;
              note: string;
              /** @description The till that holds it, or that resumed it */
              terminal_id: string;
              employee: {
                /** Format: uuid */
                id: string;
                employee_id: string | null;
                name: string;
              };
              customer_id: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              line_items: {
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                unit_price: string | null;
                subtotal: string | null;
                price_reason: string | null;
              }[];
              promo_codes: string[];
              discounts: {
                line?: number;
                sale?: boolean;
                /** @example 12.50 */
                amount?: string;
                /** @example 12.50 */
                percent?: string;
                reason: string;
                approval_request_id?: string;
              }[];
              approval_request_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              held_at: string;
            }[];
          };
        };
      };
    };
    /** Hold a sale for any till of the store, or put a resumed one back */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /**
             * Format: uuid
             * @description Puts back the sale that this till resumed
             */
            id?: string;
            /** @description With `id`: the version that resuming answered */
            version?: number;
            name?: string;
            note?: string;
            line_items: {
              product_variant_id?: string;
              sku?: string;
              /**
               * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
               * @example 2
               */
              quantity: number | string;
              /**
               * @description If it is not that of the store; the value of a gift card
               * @example 12.50
               */
              unit_price?: string | number;
              /**
               * @description On the label of weighed goods
               * @example 12.50
               */
              subtotal?: string | number;
              price_reason?: string;
            }[];
            /**
             * Format: uuid
             * @description The customer, if known
             */
            customer_id?: string;
            /** @description Kept for the sale; an unknown one is refused */
            promo_codes?: string[];
            discounts?: {
              /** @description Position of the line, from 0; or `sale` */
              line?: number;
              /** @description True: off the whole sale, split over its lines */
              sale?: boolean;
              /**
               * @description Not negative, with at most as many decimals as the currency has.
               * @example 12.50
               */
              amount?: string | number;
              /**
               * @description Not negative, at most two decimals.
               * @example 12.50
               */
              percent?: string | number;
              reason: string;
              approval_request_id?: string;
            }[];
            approval_request_id?: string;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              version: number;
              /**
               * @description Resumed: a till continues it
               * @enum {string}
               */
              status: "held" | "resumed";
              name: string;
              note: string;
              /** @description The till that holds it, or that resumed it */
              terminal_id: string;
              employee: {
                /** Format: uuid */
                id: string;
                employee_id: string | null;
                name: string;
              };
              customer_id: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              line_items: {
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                unit_price: string | null;
                subtotal: string | null;
                price_reason: string | null;
              }[];
              promo_codes: string[];
              discounts: {
                line?: number;
                sale?: boolean;
                /** @example 12.50 */
                amount?: string;
                /** @example 12.50 */
                percent?: string;
                reason: string;
                approval_request_id?: string;
              }[];
              approval_request_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              held_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/held-sales/{id}/": {
    /** A held sale of this store */
    get: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              version: number;
              /**
               * @description Resumed: a till continues it
               * @enum {string}
               */
              status: "held" | "resumed";
              name: string;
              note: string;
              /** @description The till that holds it, or that resumed it */
              terminal_id: string;
              employee: {
                /** Format: uuid */
                id: string;
                employee_id: string | null;
                name: string;
              };
              customer_id: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              line_items: {
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                unit_price: string | null;
                subtotal: string | null;
                price_reason: string | null;
              }[];
              promo_codes: string[];
              discounts: {
                line?: number;
                sale?: boolean;
                /** @example 12.50 */
                amount?: string;
                /** @example 12.50 */
                percent?: string;
                reason: string;
                approval_request_id?: string;
              }[];
              approval_request_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              held_at: string;
            };
          };
        };
      };
    };
    /** Remove a held sale */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        204: {
        };
      };
    };
  };
  "/pos/held-sales/{id}/resume/": {
    /** Continue a held sale at this till; one till at a time */
    post: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            /** @description As the list shows it */
            version: number;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              version: number;
              /**
               * @description Resumed: a till continues it
               * @enum {string}
               */
              status: "held" | "resumed";
              name: string;
              note: string;
              /** @description The till that holds it, or that resumed it */
              terminal_id: string;
              employee: {
                /** Format: uuid */
                id: string;
                employee_id: string | null;
                name: string;
              };
              customer_id: string | null;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              line_items: {
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                name: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                unit_price: string | null;
                subtotal: string | null;
                price_reason: string | null;
              }[];
              promo_codes: string[];
              discounts: {
                line?: number;
                sale?: boolean;
                /** @example 12.50 */
                amount?: string;
                /** @example 12.50 */
                percent?: string;
                reason: string;
                approval_request_id?: string;
              }[];
              approval_request_id: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              held_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/orders/": {
    /** Orders that wait at this store, found by number, name, phone, mail or QR code */
    get: {
      parameters: {
        query?: {
          /** @description Number, name, phone, mail address, or the content of the QR code */
          q?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              transaction_id: string;
              /** @enum {string} */
              transaction_status: "pending" | "payment_requires_action" | "partially_paid" | "completed" | "partially_refunded" | "refunded" | "expired" | "voided";
              /** @enum {string} */
              source_system: "pos" | "web_commerce" | "dashboard" | "api";
              /** Format: uuid */
              fulfillment_id: string;
              /** @enum {string} */
              fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
              /** @enum {string} */
              status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
              customer_name: string;
              customer_email: string | null;
              customer_phone: string;
              currency: string;
              /** @example 12.50 */
              total_amount: string;
              /** @example 12.50 */
              total_paid: string;
              /** @example 12.50 */
              amount_due: string;
              /** @description False: take the payment before the goods leave */
              is_paid: boolean;
              minimum_age: number | null;
              scheduled_at: string | null;
              scheduled_date: string | null;
              expires_at: string | null;
              notes: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              created_at: string;
              /** @description What is left after returns */
              lines: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                product_variant_id: string;
                sku: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /** @enum {string} */
                unit: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discount: string;
                /** @example 12.50 */
                tax: string;
              }[];
            }[];
          };
        };
      };
    };
  };
  "/pos/orders/{transaction_id}/hand-over/": {
    /** Hand the goods of a paid order to the customer */
    post: {
      parameters: {
        path: {
          transaction_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              order: {
                transaction_id: string;
                /** Format: uuid */
                fulfillment_id: string;
                /** @enum {string} */
                fulfillment_type: "in_store" | "pickup" | "ship" | "digital";
                /** @enum {string} */
                status: "pending" | "processing" | "ready_for_pickup" | "picked_up" | "shipped" | "delivered" | "cancelled" | "expired";
                /** @example 12.50 */
                amount_due: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                handed_over_at: string;
              };
            };
          };
        };
      };
    };
  };
  "/integrations/manual-sync/": {
    /** Describe manual sync */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "ok";
              message: string;
              endpoint: string;
              /** @enum {string} */
              method: "POST";
              direction: string;
              required_fields: string[];
              supported_types: string[];
            };
          };
        };
      };
    };
    /** Sync one record now */
    post: {
      requestBody: {
        content: {
          "application/json": {
            sanity_id?: string | null;
            document_type?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              sanity_id: string;
              document_type: string;
              model_type: string;
              instance_id: string;
              message: string;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              django_updated_at: string;
            };
          };
        };
      };
    };
  };
  "/pos/health/": {
    /** Health check for tills */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "healthy" | "unhealthy";
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              timestamp: string;
              version: string;
              service_name: string;
              services: {
                database: boolean;
                cache: boolean;
              };
            };
          };
        };
      };
    };
  };
  "/web-commerce/session/create/": {
    /** Start shopping at a store: a guest session and an empty cart */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            store_id: string;
            email?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              cart_id: string;
              cart_token: string | null;
              /**
               * Format: date-time
               * @description UTC, ISO 8601 with Z
               */
              expires_at: string;
            };
          };
        };
      };
    };
  };
  "/web-commerce/session/store/": {
    /** Shop at another store, with a new cart */
    post: {
      requestBody: {
        content: {
          "application/json": {
            /** Format: uuid */
            store_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              /** Format: uuid */
              cart_id: string;
              cart_token: string | null;
              message: string;
            };
          };
        };
      };
    };
  };
  "/web-commerce/auth/session/": {
    /** The current visit with its customer, store and cart; never an error */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              authenticated: boolean;
              web_session_id: string | null;
              cart_id: string | null;
              store_id: string | null;
              store_settings: {
                pickup_enabled: boolean;
                /** @description A fraction: 0.0825 is 8.25 % */
                tax_rate: number;
              } | null;
              cart_token: string | null;
              user: {
                name: string;
                first_name: string;
                last_name: string;
                email: string | null;
                phone: string;
                /** Format: uuid */
                customer_id: string;
                loyalty_points: number;
              } | null;
            };
          };
        };
      };
    };
  };
  "/web-commerce/cart/{cart_id}/": {
    /** Read the cart */
    get: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              status: "ACTIVE";
              /** Format: uuid */
              store_id: string;
              currency: string;
              line_items: {
                sku: string;
                /** @description The same as description */
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                line_total: string;
                /** @description Unreserved stock of the store */
                available: number;
                /** @example 12.50 */
                promotion_discount: string;
                /** @example 12.50 */
                effective_price: string;
                applied_promotions: {
                  id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
                /** Format: uuid */
                product_variant_id: string;
                product_slug: string;
                image_url: string;
                is_digital: boolean;
                minimum_age: number | null;
                requires_kyc: boolean;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              estimated_tax: string;
              /** @example 12.50 */
              estimated_total: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              promo_code: string | null;
              active_promotions: {
                id: string;
                name: string;
                code: string | null;
                /** @example 12.50 */
                amount: string;
              }[];
              /** @example 12.50 */
              promotion_savings: string;
              free_shipping_active: boolean;
            };
          };
        };
      };
    };
  };
  "/web-commerce/cart/{cart_id}/add/": {
    /** Add an article to the cart */
    post: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            sku: string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            quantity: number | string;
            /** Format: uuid */
            store_id?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              message: string;
              cart: {
                /** Format: uuid */
                id: string;
                /** @enum {string} */
                status: "ACTIVE";
                /** Format: uuid */
                store_id: string;
                currency: string;
                line_items: {
                  sku: string;
                  /** @description The same as description */
                  name: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  /** @example 12.50 */
                  unit_price: string;
                  /** @example 12.50 */
                  line_total: string;
                  /** @description Unreserved stock of the store */
                  available: number;
                  /** @example 12.50 */
                  promotion_discount: string;
                  /** @example 12.50 */
                  effective_price: string;
                  applied_promotions: {
                    id: string;
                    name: string;
                    code: string | null;
                    /** @example 12.50 */
                    amount: string;
                  }[];
                  /** Format: uuid */
                  product_variant_id: string;
                  product_slug: string;
                  image_url: string;
                  is_digital: boolean;
                  minimum_age: number | null;
                  requires_kyc: boolean;
                }[];
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                estimated_tax: string;
                /** @example 12.50 */
                estimated_total: string;
                /** @description Whether the prices contain the tax */
                prices_include_tax: boolean;
                promo_code: string | null;
                active_promotions: {
                  id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
                /** @example 12.50 */
                promotion_savings: string;
                free_shipping_active: boolean;
              };
            };
          };
        };
      };
    };
  };
  "/web-commerce/cart/{cart_id}/update/": {
    /** Change a quantity */
    patch: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            sku: string;
            /**
             * @description A whole number; for goods sold by weight, volume or length a number or decimal string with at most three decimals.
             * @example 2
             */
            quantity: number | string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              status: "ACTIVE";
              /** Format: uuid */
              store_id: string;
              currency: string;
              line_items: {
                sku: string;
                /** @description The same as description */
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                line_total: string;
                /** @description Unreserved stock of the store */
                available: number;
                /** @example 12.50 */
                promotion_discount: string;
                /** @example 12.50 */
                effective_price: string;
                applied_promotions: {
                  id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
                /** Format: uuid */
                product_variant_id: string;
                product_slug: string;
                image_url: string;
                is_digital: boolean;
                minimum_age: number | null;
                requires_kyc: boolean;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              estimated_tax: string;
              /** @example 12.50 */
              estimated_total: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              promo_code: string | null;
              active_promotions: {
                id: string;
                name: string;
                code: string | null;
                /** @example 12.50 */
                amount: string;
              }[];
              /** @example 12.50 */
              promotion_savings: string;
              free_shipping_active: boolean;
            };
          };
        };
      };
    };
  };
  "/web-commerce/cart/{cart_id}/remove/": {
    /** Remove an article from the cart */
    post: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            sku: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              status: "ACTIVE";
              /** Format: uuid */
              store_id: string;
              currency: string;
              line_items: {
                sku: string;
                /** @description The same as description */
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                line_total: string;
                /** @description Unreserved stock of the store */
                available: number;
                /** @example 12.50 */
                promotion_discount: string;
                /** @example 12.50 */
                effective_price: string;
                applied_promotions: {
                  id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
                /** Format: uuid */
                product_variant_id: string;
                product_slug: string;
                image_url: string;
                is_digital: boolean;
                minimum_age: number | null;
                requires_kyc: boolean;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              estimated_tax: string;
              /** @example 12.50 */
              estimated_total: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              promo_code: string | null;
              active_promotions: {
                id: string;
                name: string;
                code: string | null;
                /** @example 12.50 */
                amount: string;
              }[];
              /** @example 12.50 */
              promotion_savings: string;
              free_shipping_active: boolean;
            };
          };
        };
      };
    };
  };
  "/web-commerce/cart/{cart_id}/clear/": {
    /** Empty the cart */
    post: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              message: string;
            };
          };
        };
      };
    };
  };
  "/web-commerce/cart/{cart_id}/promo/": {
    /** Enter a promo code */
    post: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            code: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              status: "ACTIVE";
              /** Format: uuid */
              store_id: string;
              currency: string;
              line_items: {
                sku: string;
                /** @description The same as description */
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                line_total: string;
                /** @description Unreserved stock of the store */
                available: number;
                /** @example 12.50 */
                promotion_discount: string;
                /** @example 12.50 */
                effective_price: string;
                applied_promotions: {
                  id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
                /** Format: uuid */
                product_variant_id: string;
                product_slug: string;
                image_url: string;
                is_digital: boolean;
                minimum_age: number | null;
                requires_kyc: boolean;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              estimated_tax: string;
              /** @example 12.50 */
              estimated_total: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              promo_code: string | null;
              active_promotions: {
                id: string;
                name: string;
                code: string | null;
                /** @example 12.50 */
                amount: string;
              }[];
              /** @example 12.50 */
              promotion_savings: string;
              free_shipping_active: boolean;
            };
          };
        };
      };
    };
    /** Remove the promo code */
    delete: {
      parameters: {
        path: {
          cart_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              /** @enum {string} */
              status: "ACTIVE";
              /** Format: uuid */
              store_id: string;
              currency: string;
              line_items: {
                sku: string;
                /** @description The same as description */
                name: string;
                product_name: string;
                /** @description Empty if the product has no variants */
                variant_name: string;
                /**
                 * @description Product and variant in one text
                 * @example Black Tee, Size L
                 */
                description: string;
                /**
                 * @description Whole for pieces, else at most three decimals.
                 * @example 2
                 */
                quantity: number;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                /** @example 12.50 */
                unit_price: string;
                /** @example 12.50 */
                line_total: string;
                /** @description Unreserved stock of the store */
                available: number;
                /** @example 12.50 */
                promotion_discount: string;
                /** @example 12.50 */
                effective_price: string;
                applied_promotions: {
                  id: string;
                  name: string;
                  code: string | null;
                  /** @example 12.50 */
                  amount: string;
                }[];
                /** Format: uuid */
                product_variant_id: string;
                product_slug: string;
                image_url: string;
                is_digital: boolean;
                minimum_age: number | null;
                requires_kyc: boolean;
              }[];
              /** @example 12.50 */
              subtotal: string;
              /** @example 12.50 */
              estimated_tax: string;
              /** @example 12.50 */
              estimated_total: string;
              /** @description Whether the prices contain the tax */
              prices_include_tax: boolean;
              promo_code: string | null;
              active_promotions: {
                id: string;
                name: string;
                code: string | null;
                /** @example 12.50 */
                amount: string;
              }[];
              /** @example 12.50 */
              promotion_savings: string;
              free_shipping_active: boolean;
            };
          };
        };
      };
    };
  };
  "/web-commerce/products/": {
    /** Products on sale, by name */
    get: {
      parameters: {
        query?: {
          store_id?: string;
          q?: string;
          /** @description Slug or id; subcategories are included */
          category?: string;
          limit?: number;
          cursor?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              /** @description Of the first picture, else the URL of the product */
              image_url: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              category: {
                /** Format: uuid */
                id: string;
                slug: string;
                name: string;
              } | null;
              /**
               * @description Of the cheapest variant
               * @example 12.50
               */
              price: string;
              /**
               * @description Of quantity and price; absent for goods sold by the piece.
               * @enum {string}
               */
              unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /** @description Of the given store, otherwise the base currency */
              currency: string;
              /** @description At the given store, otherwise at all stores; in the unit of the goods */
              available: number;
              in_stock: boolean;
              is_digital: boolean;
              minimum_age: number | null;
              variants: {
                /** Format: uuid */
                id: string;
                sku: string;
                name: string;
                /** @example 12.50 */
                price: string;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                attributes: {
                  [key: string]: string;
                };
                /** @description At the given store, otherwise at all stores; in the unit of the goods */
                available: number;
              }[];
            }[];
          };
        };
      };
    };
  };
  "/web-commerce/products/{slug}/": {
    /** One product */
    get: {
      parameters: {
        query?: {
          store_id?: string;
        };
        path: {
          slug: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              id: number;
              slug: string;
              name: string;
              description: string;
              /** @description Of the first picture, else the URL of the product */
              image_url: string;
              pictures: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                media_id: string;
                variant_id: string | null;
                /** @description What the picture shows, for people who do not see it */
                alt: string;
                /** @description The part that stays visible where the picture is cropped */
                focal_x: number;
                focal_y: number;
                /** @description Path of the largest WebP file */
                url: string;
                /** @description In pixels */
                width: number;
                /** @description In pixels */
                height: number;
                /** @description Every size as AVIF and WebP, narrow to wide */
                variants: {
                  url: string;
                  /** @description In pixels */
                  width: number;
                  /** @description In pixels */
                  height: number;
                  /** @enum {string} */
                  format: "avif" | "webp";
                }[];
              }[];
              category: {
                /** Format: uuid */
                id: string;
                slug: string;
                name: string;
              } | null;
              /**
               * @description Of the cheapest variant
               * @example 12.50
               */
              price: string;
              /**
               * @description Of quantity and price; absent for goods sold by the piece.
               * @enum {string}
               */
              unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
              /** @description Of the given store, otherwise the base currency */
              currency: string;
              /** @description At the given store, otherwise at all stores; in the unit of the goods */
              available: number;
              in_stock: boolean;
              is_digital: boolean;
              minimum_age: number | null;
              variants: {
                /** Format: uuid */
                id: string;
                sku: string;
                name: string;
                /** @example 12.50 */
                price: string;
                /**
                 * @description Of quantity and price; absent for goods sold by the piece.
                 * @enum {string}
                 */
                unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                attributes: {
                  [key: string]: string;
                };
                /** @description At the given store, otherwise at all stores; in the unit of the goods */
                available: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/web-commerce/stores/": {
    /** Active stores, by name */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** Format: uuid */
              id: string;
              code: string;
              name: string;
              currency: string;
              time_zone: string;
              prices_include_tax: boolean;
              pickup_enabled: boolean;
              ship_enabled: boolean;
              pay_at_store_enabled: boolean;
              shipping_rates: {
                id: number;
                code: string;
                title: string;
                turnaround?: string;
                /** @example 12.50 */
                price: string;
              }[];
            }[];
          };
        };
      };
    };
  };
  "/web-commerce/categories/": {
    /** Categories with products on sale, in menu order */
    get: {
      parameters: {
        query?: {
          store_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              slug: string;
              name: string;
              parent: string | null;
              /** @description Including subcategories */
              product_count: number;
              /** @description Of these, in stock at the given store, otherwise at any store */
              in_stock_count: number;
            }[];
          };
        };
      };
    };
  };
  "/web-commerce/payment-methods/": {
    /** Payment methods for orders at a store */
    get: {
      parameters: {
        query: {
          store_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              payment_methods: {
                /** Format: uuid */
                id: string;
                name: string;
                method_type: string;
                is_active: boolean;
                is_online_available: boolean;
                /** @example 12.50 */
                minimum_amount: string;
                maximum_amount: string | null;
                icon_url: string;
                description: string;
                display_order: number;
              }[];
            };
          };
        };
      };
    };
  };
  "/web-commerce/balances/": {
    /** Points, store credit and tier of the logged-in customer; null for guests */
    get: {
      parameters: {
        query?: {
          store_id?: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              balances: {
                points: number;
                points_value: string | null;
                points_worth: string | null;
                currency: string | null;
                expiring: {
                  points: number;
                  /**
                   * Format: date-time
                   * @description UTC, ISO 8601 with Z
                   */
                  expires_at: string;
                } | null;
                tier: {
                  name: string;
                  earning_factor: string;
                } | null;
                /** @description Store credit per currency */
                credits: {
                  kind: string;
                  currency: string;
                  /** @example 12.50 */
                  balance: string;
                }[];
              } | null;
            };
          };
        };
      };
    };
  };
  "/web-commerce/saved-addresses/": {
    /** Saved addresses of the logged-in customer; empty for guests */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              addresses: {
                /** Format: uuid */
                id: string;
                is_default: boolean;
                label: string;
                first_name: string;
                last_name: string;
                company: string;
                address: string;
                apartment: string;
                city: string;
                region: string;
                postal_code: string;
                country: string;
                phone: string;
              }[];
            };
          };
        };
      };
    };
    /** Save an address */
    post: {
      requestBody: {
        content: {
          "application/json": {
            label?: string;
            first_name?: string;
            last_name?: string;
            company?: string;
            address: string;
            apartment?: string;
            city: string;
            region?: string;
            postal_code?: string;
            country?: string;
            phone?: string;
            is_default?: boolean;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              address: {
                /** Format: uuid */
                id: string;
                is_default: boolean;
                label: string;
                first_name: string;
                last_name: string;
                company: string;
                address: string;
                apartment: string;
                city: string;
                region: string;
                postal_code: string;
                country: string;
                phone: string;
              };
            };
          };
        };
      };
    };
  };
  "/web-commerce/saved-addresses/{id}/": {
    /** Delete an address */
    delete: {
      parameters: {
        path: {
          id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              message: string;
            };
          };
        };
      };
    };
    /** Change an address */
    patch: {
      parameters: {
        path: {
          id: string;
        };
      };
      requestBody: {
        content: {
          "application/json": {
            label?: string;
            first_name?: string;
            last_name?: string;
            company?: string;
            address?: string;
            apartment?: string;
            city?: string;
            region?: string;
            postal_code?: string;
            country?: string;
            phone?: string;
            is_default?: boolean;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              address: {
                /** Format: uuid */
                id: string;
                is_default: boolean;
                label: string;
                first_name: string;
                last_name: string;
                company: string;
                address: string;
                apartment: string;
                city: string;
                region: string;
                postal_code: string;
                country: string;
                phone: string;
              };
            };
          };
        };
      };
    };
  };
  "/web-commerce/checkout/initiate/": {
    /** Start the checkout of a cart; it reserves nothing yet */
    post: {
      requestBody: {
        content: {
          "application/json": {
            cart_id: string;
            /** Format: uuid */
            store_id: string;
            /** @enum {string} */
            fulfillment_method: "ship" | "pickup" | "digital";
            pickup_scheduled_time?: string | null;
          };
        };
      };
      responses: {
        201: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              checkout: {
                /** Format: uuid */
                id: string;
                /** Format: uuid */
                session_id: string;
                /** @enum {string} */
                status: "checkout_initiated" | "payment_processing" | "payment_requires_action" | "payment_failed" | "completed" | "cancelled" | "expired";
                /** @enum {string} */
                fulfillment_method: "ship" | "pickup" | "digital";
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                expires_at: string;
                is_expired: boolean;
                transaction_id: string | null;
                pickup_scheduled_time: string | null;
                pickup_display_time: string | null;
                store_pay_at_store_enabled: boolean;
                /** @description The goods as shown now, without shipping */
                totals: {
                  /** @example 12.50 */
                  subtotal: string;
                  /** @example 12.50 */
                  discount: string;
                  /** @example 12.50 */
                  tax: string;
                  /** @example 12.50 */
                  total: string;
                  prices_include_tax: boolean;
                  currency: string;
                };
              };
            };
          };
        };
      };
    };
  };
  "/web-commerce/checkout/cancel/": {
    /** Cancel a checkout */
    post: {
      requestBody: {
        content: {
          "application/json": {
            checkout_session_id: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              message: string;
            };
          };
        };
      };
    };
  };
  "/web-commerce/checkout/{checkout_session_id}/status/": {
    /** Status of a checkout */
    get: {
      parameters: {
        path: {
          checkout_session_id: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              checkout_session: {
                /** Format: uuid */
                session_id: string;
                /** @enum {string} */
                status: "checkout_initiated" | "payment_processing" | "payment_requires_action" | "payment_failed" | "completed" | "cancelled" | "expired";
                /** @enum {string} */
                fulfillment_method: "ship" | "pickup" | "digital";
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                expires_at: string;
                is_expired: boolean;
                transaction_id: string | null;
                pickup_scheduled_time: string | null;
                pickup_display_time: string | null;
                store_pay_at_store_enabled: boolean;
              };
            };
          };
        };
      };
    };
  };
  "/web-commerce/checkout/complete/": {
    /** Pay for a checkout and place the order */
    post: {
      requestBody: {
        content: {
          "application/json": {
            checkout_session_id: string;
            payment_method_id: string;
            payment_data?: {
              token?: string | null;
            } | null;
            checkout_form_data: {
              /** Format: email */
              email: string;
              shipping_address?: {
                firstName?: string | null;
                lastName?: string | null;
                company?: string | null;
                address?: string | null;
                apartment?: string | null;
                city?: string | null;
                region?: string | null;
                postalCode?: string | null;
                country?: string | null;
                phone?: string | null;
              } | null;
              billing_address?: {
                firstName?: string | null;
                lastName?: string | null;
                company?: string | null;
                address?: string | null;
                apartment?: string | null;
                city?: string | null;
                region?: string | null;
                postalCode?: string | null;
                country?: string | null;
                phone?: string | null;
              } | null;
              billing_same_as_shipping?: boolean | null;
              delivery_method?: {
                id?: string | number | null;
                title?: string | null;
                turnaround?: string | null;
                price?: string | number | null;
                priceValue?: string | number | null;
              } | null;
              payment_details?: {
                nameOnCard?: string | null;
                cardNumber?: string | null;
                cardType?: string | null;
              } | null;
              shipping_cost?: string | number | null;
              saved_address_id?: string | null;
              save_to_profile?: boolean | null;
              create_account?: boolean | null;
              gift_card_code?: string | null;
              use_store_credit?: boolean | null;
              points?: number | null;
            };
            /**
             * @description After 409 PRICE_CHANGED: the new total, which the customer accepts
             * @example 12.50
             */
            accepted_total?: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              transaction_id: string;
              /** Format: uuid */
              checkout_session_id: string;
              /** @example 12.50 */
              total_amount: string;
              receipt_token: string | null;
            } | {
              /** @enum {boolean} */
              success: true;
              /** @enum {boolean} */
              requires_action: true;
              transaction_id: string;
              payment_intent_id: string;
              client_secret: string;
            };
          };
        };
      };
    };
  };
  "/payments/confirm/": {
    /** Finish a payment after the card holder's challenge */
    post: {
      requestBody: {
        content: {
          "application/json": {
            checkout_session_id: string;
            payment_intent_id?: string | null;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              transaction_id: string;
              /** Format: uuid */
              checkout_session_id: string;
              /** @example 12.50 */
              total_amount: string;
              receipt_token: string | null;
            } | {
              /** @enum {boolean} */
              success: true;
              /** @enum {boolean} */
              requires_action: true;
              transaction_id: string;
              payment_intent_id: string;
              client_secret: string;
            };
          };
        };
      };
    };
  };
  "/web-commerce/guest-order/": {
    /** Read an order by the token of its receipt link */
    post: {
      requestBody: {
        content: {
          "application/json": {
            access_token: string;
          };
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {boolean} */
              success: true;
              transaction: {
                transactionId: string;
                status: string;
                /** @example 12.50 */
                totalAmount: string;
                /** @example 12.50 */
                totalPaid: string;
                /** @example 12.50 */
                subtotal: string;
                /** @example 12.50 */
                discountAmount: string;
                /** @example 12.50 */
                taxAmount: string;
                prices_include_tax: boolean;
                /** @example 12.50 */
                shippingAmount: string;
                currency: string;
                /**
                 * Format: date-time
                 * @description UTC, ISO 8601 with Z
                 */
                createdAt: string;
                expiresAt: string | null;
                line_items: {
                  sku: string;
                  name: string;
                  product_name: string;
                  /** @description Empty if the product has no variants */
                  variant_name: string;
                  /**
                   * @description Product and variant in one text
                   * @example Black Tee, Size L
                   */
                  description: string;
                  /**
                   * @description Whole for pieces, else at most three decimals.
                   * @example 2
                   */
                  quantity: number;
                  /**
                   * @description Of quantity and price; absent for goods sold by the piece.
                   * @enum {string}
                   */
                  unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                  /** @example 12.50 */
                  unit_price: string;
                  /** @example 12.50 */
                  subtotal: string;
                }[];
              };
              store: {
                name: string;
                time_zone: string;
              };
              fulfillment: {
                /** Format: uuid */
                id: string;
                fulfillment_type: string;
                scheduled_at: string | null;
                status: string;
                qr_content: string | null;
                shipping_city: string | null;
                shipping_region: string | null;
                shipments: {
                  carrier_name: string;
                  tracking_number: string;
                  status: string;
                  items: {
                    sku: string;
                    /**
                     * @description Whole for pieces, else at most three decimals.
                     * @example 2
                     */
                    quantity: number;
                    /**
                     * @description Of quantity and price; absent for goods sold by the piece.
                     * @enum {string}
                     */
                    unit?: "piece" | "kg" | "g" | "l" | "ml" | "m" | "cm";
                    product_name: string;
                    /** @description Empty if the product has no variants */
                    variant_name: string;
                    /**
                     * @description Product and variant in one text
                     * @example Black Tee, Size L
                     */
                    description: string;
                  }[];
                }[];
              } | null;
            };
          };
        };
      };
    };
  };
  "/compliance/kyc/{vendor}/webhook/": {
    /** Receive the outcome of an identity check */
    post: {
      parameters: {
        path: {
          vendor: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "pending_verification" | "pending_vendor_response" | "pending_employee_review" | "active" | "rejected";
              detail?: string;
            };
          };
        };
      };
    };
  };
  "/payments/webhook/primary/": {
    /** Check that the receiver is reachable */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "ok";
              message: string;
              endpoint: string;
              methods: string[];
            };
          };
        };
      };
    };
    /** Receive an event of the primary processor */
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "success" | "duplicate" | "processing";
              message: string;
              event_id: string;
              event_type?: string;
              result?: {
                [key: string]: unknown;
              };
            };
          };
        };
      };
    };
  };
  "/payments/webhook/{processor_type}/": {
    /** Receive an event of the named processor */
    post: {
      parameters: {
        path: {
          processor_type: string;
        };
      };
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "success" | "duplicate" | "processing";
              message: string;
              event_id: string;
              event_type?: string;
              result?: {
                [key: string]: unknown;
              };
            };
          };
        };
      };
    };
  };
  "/integrations/cms-webhook/": {
    /** Check that the receiver is reachable */
    get: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "ok";
              message: string;
              endpoint: string;
              methods: string[];
            };
          };
        };
      };
    };
    /** Receive a changed document */
    post: {
      responses: {
        200: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "skipped" | "duplicate";
              message: string;
              document_type?: string;
              sanity_id?: string;
              reason?: string;
              /** @enum {string} */
              detection_method?: "cache" | "database";
              webhook_signature?: string;
            };
          };
        };
        202: {
          content: {
            "application/json": {
              /** @enum {string} */
              status: "accepted";
              message: string;
              task_id: string;
              webhook_signature: string;
              document_type: string;
              sanity_id: string;
              /** @enum {string} */
              processing_path: "redis_buffered";
            };
          };
        };
      };
    };
  };
  "/ws/pos-gateway/terminal/{terminal_id}/": {
    /**
     * Live events at a till
     * @description Open as a WebSocket with `?token=`. The frames are described in docs/events.md.
     */
    get: {
      parameters: {
        path: {
          terminal_id: string;
        };
      };
      responses: never;
    };
  };
  "/ws/pos-gateway/manager/{store_id}/": {
    /**
     * Live events of a store for its managers
     * @description Open as a WebSocket with `?token=`. The frames are described in docs/events.md.
     */
    get: {
      parameters: {
        path: {
          store_id: string;
        };
      };
      responses: never;
    };
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: never;
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
