#!/bin/sh
# A sale at a till of the demo shop, from the PIN to the void. Needs curl; stops at the first failure.
# The parentheses keep the settings of a shell that it is pasted into.
(
set -eu
url=${BASE_URL:-http://127.0.0.1:8080}

# post PATH TOKEN BODY prints the answer; one that is not 2xx ends the script.
post() {
  answer=$(curl -sS --fail-with-body "$url$1" -H "Authorization: Bearer $2" \
    -H 'Content-Type: application/json' -d "$3") || { printf '%s\n' "$answer" >&2; exit 1; }
  printf '%s\n' "$answer"
}
# field NAME JSON prints the first value of that name.
field() { printf '%s\n' "$2" | grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
# expect WHAT WANTED ACTUAL
expect() { [ "$2" = "$3" ] || { echo "$1: wanted $2, got $3" >&2; exit 1; }; echo "$1: $3"; }

# A cashier logs in at till T-001.
login=$(post /pos/auth/terminal-login/ '' \
  '{"employee_id":"EMP001","pin_code":"1234","store_id":"DOWNTOWN","terminal_id":"T-001"}')
till=$(field token "$login")

# Two mugs at 12.50 and a bag of coffee at 18.00, which is exempt from the 8.25 % tax.
sale=$(post /pos/transactions/create/ "$till" '{
  "store_id": "DOWNTOWN", "employee_id": "EMP001",
  "line_items": [
    {"sku": "MUG-WHITE", "quantity": 2, "unit_price": "12.50", "subtotal": "25.00"},
    {"sku": "BEANS-1KG", "quantity": 1, "unit_price": "18.00", "subtotal": "18.00"}
  ],
  "subtotal": "43.00", "tax_amount": "2.06", "total_amount": "45.06"}')
number=$(field transaction_id "$sale")
expect "$number" pending "$(field status "$sale")"

# The customer pays with a 50.00 note.
paid=$(post "/pos/transactions/$number/payment/" "$till" \
  '{"payment_method_id": "cash", "tendered_amount": "50.00"}')
expect "$number" completed "$(field status "$paid")"
expect change 4.94 "$(field change_due "$paid")"

# The receipt, as a till printer takes it.
curl -sS --fail-with-body "$url/transactions/$number/receipt/?format=text" \
  -H "Authorization: Bearer $till"

# A manager logs in at the back office and voids the sale: money and goods go back.
login=$(post /auth/login/ '' '{"username":"manager","password":"manager-demo"}')
office=$(field access "$login")
void=$(post "/transactions/$number/void/" "$office" '{"reason": "Rung up by mistake"}')
expect "$number" voided "$(field status "$void")"
)
