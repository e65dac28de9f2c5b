/// A deterministic manifest of any size, to measure how costs grow.
struct GeneratedManifest {
  /// The number of features.
  var features: Int

  /// The manifest as YAML; about 900 bytes a feature.
  var text: String {
    var text = Self.head
    text.reserveCapacity(features * 1000)
    for number in 0..<features { text += feature(number) }
    return text
  }

  private static let head = """
    about:
      description: A generated manifest
    channels: [developer, nightly, beta, release]
    enums:
      Place:
        description: Where something is shown
        variants:
          top: { description: Above everything }
          bottom: { description: Below everything }
          hidden: { description: Nowhere }
    objects:
      Button:
        description: Something to press
        fields:
          title: { description: What it says, type: Text, default: press }
          size: { description: Its height in points, type: Int, default: 44 }
          place: { description: Where it is, type: Place, default: top }
    features:

    """

  private func feature(_ number: Int) -> String {
    """
      \(Self.words[number % Self.words.count])-\(Self.words[number / 7 % Self.words.count])-\(number):
        description: "What app number \(number % 97) does with feature \(number): shown to measure how work grows."
        variables:
          enabled:
            description: Whether it is there at all
            type: Boolean
            default: \(number.isMultiple(of: 3))
          limit:
            description: The most that is shown
            type: Int
            default: \(number % 50)
          headline:
            description: What stands above it
            type: Text
            default: headline_\(number)
          places:
            description: Where it is shown
            type: Map<Place, Boolean>
            default: { top: true, bottom: false, hidden: false }
          button:
            description: The button below
            type: Button
            default: { title: "press \(number)" }
        defaults:
          - channel: nightly
            value: { enabled: true, places: { bottom: true } }
          - channels: [developer, beta]
            value: { limit: \(number % 9), button: { size: \(30 + number % 20), place: bottom } }

    """
  }

  private static let words = [
    "tab", "menu", "search", "home", "reader", "login", "sync", "pocket", "theme", "toolbar",
    "onboarding",
  ]
}
