/// A manifest with one large feature, and a config of 64 KB for it.
enum GeneratedConfig {
  /// The number of entries in the config, five lines each.
  static let entries = 680

  static let manifest = """
    about:
      description: A generated manifest
    channels: [release]
    enums:
      Place:
        description: Where
        variants:
          top: { description: Above }
          bottom: { description: Below }
    objects:
      Button:
        description: Something to press
        fields:
          title: { description: What it says, type: String, default: press }
          size: { description: Its height, type: Int, default: 44 }
          place: { description: Where it is, type: Place, default: top }
    features:
      buttons:
        description: Buttons by name
        variables:
          all:
            description: Every button
            type: Map<String, Button>
            default: {}

    """

  static var config: String {
    let entries = (0..<Self.entries).map { number in
      """
          "button-\(number)": {
            "title": "Press \(number)",
            "size": \(number % 60),
            "place": "\(number.isMultiple(of: 2) ? "top" : "bottom")"
          }
      """
    }
    return "{\n  \"all\": {\n" + entries.joined(separator: ",\n") + "\n  }\n}\n"
  }
}
