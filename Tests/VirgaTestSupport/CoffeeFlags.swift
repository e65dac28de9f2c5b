/// A configuration for the app of a coffee shop.
package let coffeeFlags = """
  {"features": [
    {"name": "Dark roast", "enabled": true, "labels": ["roast-on", "roast-off"], "section": "Coffee"},
    {"name": "Cup colour", "test-variations": ["Red cup", "Green cup"], "labels": ["r", "g"],
     "test-biases": [80, 20], "test-variation-assignment": 79.5},
    {"name": "Oat milk", "test-variations": ["on", "off"], "test-variation-assignment": 60, "section": "Milk"},
    {"name": "Cup size", "test-variations": ["S", "M", "L"], "test-variation-assignment": 99.999},
    {"name": "Latte art", "enabled": true, "unlocked": false},
    {"name": "Robot barista", "development": true, "enabled": true}
  ]}
  """
