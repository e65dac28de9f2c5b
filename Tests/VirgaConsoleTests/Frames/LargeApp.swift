import VirgaCanvas
import VirgaManifest

@testable import VirgaConsole

/// A manifest with the shape of a large app's: a hundred features, long ids, and paths of up to
/// twenty words.
enum LargeApp {
  static func console(
    _ size: Size, channels: [String] = ["developer", "beta", "release"]
  ) throws -> ConsoleDriver {
    try ConsoleDriver(size, manifest: ConsoleDriver.manifest(yaml(channels)), channel: channels[0])
  }

  private static func yaml(_ channels: [String]) -> String {
    let first = channels[0]
    let simple = (0..<98).map { number in
      """
        \(names[number % names.count])-\(number):
          description: Decides whether the \(names[number % names.count]) is shown to people who have not asked for it.
          variables:
            is-enabled: { description: Shows it., type: Boolean, default: \(number % 3 == 0) }
      """
    }
    return """
      channels: [\(channels.joined(separator: ", "))]
      features:
        address-bar-gesture-to-open-tab-tray-feature:
          description: Opens the tab tray by a gesture on the address bar.
          variables:
            is-enabled-for-swiping-up: { description: Swipes up., type: Boolean, default: false }
          defaults:
            - { channel: \(first), value: { is-enabled-for-swiping-up: true } }
        first-run-welcome-framework:
          description: The cards that a person sees at the first start.
          variables:
            cards: { description: The cards., type: "Map<String, Card>", default: { \(cards) } }
      \(simple.joined(separator: "\n"))
      objects:
        Card:
          description: A card.
          fields:
            is-enabled: { description: Whether it is shown., type: Boolean, default: true }
            button-action: { description: What the button does., type: Action, default: next-card }
            marketing-details: { description: More., type: Details, default: {} }
        Details:
          description: Details.
          fields:
            terms-of-service-card: { description: Which., type: Action, default: open-popup }
      enums:
        Action:
          description: What a button does.
          variants:
            next-card: { description: Goes on. }
            open-popup: { description: Says how. }
      """
  }

  private static let cards = [
    "notification-permission-requests", "welcome", "customization-of-the-toolbar-brand",
  ].map { "\($0): {}" }.joined(separator: ", ")

  private static let names = [
    "home-screen-jump-back-in-section", "search-term-groups", "credit-card-autofill",
    "sponsored-shortcuts",
    "toolbar-redesign-navigation-bar",
  ]
}
