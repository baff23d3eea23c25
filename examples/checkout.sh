#!/bin/sh
# A guest orders from the web shop, once at once and once through a card challenge. Needs curl.
# The parentheses keep the settings of a shell that it is pasted into.
(
set -eu
url=${BASE_URL:-http://127.0.0.1:8080}/web-commerce
pay=${BASE_URL:-http://127.0.0.1:8080}/payments
store=00000000-0000-4000-8000-000000000001

# post URL BODY prints the answer; one that is not 2xx ends the script.
post() {
  answer=$(curl -sS --fail-with-body "$1" -H "X-Cart-Session-Token: ${token:-}" \
    -H 'Content-Type: application/json' -d "$2") || { printf '%s\n' "$answer" >&2; exit 1; }
  printf '%s\n' "$answer"
}
# field NAME JSON prints the first value of that name.
field() { printf '%s\n' "$2" | grep -o "\"$1\":\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4; }
# expect WHAT WANTED ACTUAL
expect() { [ "$2" = "$3" ] || { echo "$1: wanted $2, got $3" >&2; exit 1; }; echo "$1: $3"; }

form='{"email": "guest@example.com", "shipping_address": {"firstName": "Robin", "lastName": "Guest",
  "address": "1 Harbor Way", "city": "Brooklyn", "region": "NY", "postalCode": "11201", "country": "US"}}'

# checkout CARD_TOKEN: a session, a mug in its cart, a checkout, and the payment.
checkout() {
  session=$(post "$url/session/create/" "{\"email\": \"guest@example.com\", \"store_id\": \"$store\"}")
  token=$(field cart_token "$session")
  cart=$(field cart_id "$session")
  post "$url/cart/$cart/add/" "{\"sku\": \"MUG-WHITE\", \"quantity\": 1, \"store_id\": \"$store\"}" >/dev/null
  begun=$(post "$url/checkout/initiate/" \
    "{\"cart_id\": \"$cart\", \"store_id\": \"$store\", \"fulfillment_method\": \"ship\"}")
  checkout=$(field session_id "$begun")
  order=$(post "$url/checkout/complete/" "{\"checkout_session_id\": \"$checkout\", \"payment_method_id\": \"card\",
    \"payment_data\": {\"token\": \"$1\"}, \"checkout_form_data\": $form}")
}

# A card that simply works: 12.50 and 1.03 tax and 5.00 for the parcel.
checkout tok_ok
expect total 18.53 "$(field total_amount "$order")"

# The receipt token follows the order.
tracked=$(post "$url/guest-order/" "{\"access_token\": \"$(field receipt_token "$order")\"}")
expect 'the order' completed "$(field status "$tracked")"

# A card whose bank wants to see its owner first: the shop page shows the challenge, then confirms.
checkout tok_challenge
intent=$(field payment_intent_id "$order")
confirmed=$(post "$pay/confirm/" "{\"checkout_session_id\": \"$checkout\", \"payment_intent_id\": \"$intent\"}")
expect 'total after the challenge' 18.53 "$(field total_amount "$confirmed")"
)
