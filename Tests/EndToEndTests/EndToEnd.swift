import Testing
import VirgaTestSupport

/// The real program in a real terminal.
///
/// Each of these tests runs three processes and mostly waits for them.
@Suite("End to end", .ownThread) enum EndToEnd {
  /// A small manifest whose texts a test can change.
  static func manifest(greeting: String = "hello", extra: String = "") -> String {
    """
    about:
      description: A manifest of a test
    channels: [beta, release]
    features:
      alpha:
        description: The first feature
        meta-bug: https://example.org/bug
        documentation: [{name: Read, url: "https://example.org/read"}]
        contacts: [someone@example.org]
        variables:
          enabled: {type: Boolean, default: true, description: Whether it is on}
          limits:
            type: Map<String, Int>
            default: {one: 1, two: 2}
            description: Some limits
      omega:
        description: The last feature
        meta-bug: https://example.org/bug
        documentation: [{name: Read, url: "https://example.org/read"}]
        contacts: [someone@example.org]
        variables:
          greeting: {type: String, default: "\(greeting)", description: What it says}
        defaults:
          - {channel: release, value: {greeting: "good day"}}
    \(extra)
    """
  }
}
