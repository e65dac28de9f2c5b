import VirgaJSON

/// Manifests and configs that use every part of the language.
enum ManifestSeeds {
  /// One feature with types of every kind.
  static let typed = """
    about: { description: d, swift: { module: M, class: C }, kotlin: { package: org.m, class: .C } }
    channels: [dev, prod]
    features:
      home:
        description: d
        allow-coenrollment: true
        meta-bug: https://example.org/1
        contacts: [a@example.org]
        documentation: [{ name: n, url: https://example.org }]
        variables:
          rows: { description: d, type: Int, default: 3 }
          share: { description: d, type: Double, default: 0.5 }
          title: { description: d, type: Text, default: home/title, pref-key: home.title }
          icon: { description: d, type: Image, default: ic_home }
          on: { description: d, type: Option<Boolean>, gecko-pref: { pref: a.b, branch: user } }
          place: { description: d, type: Place, default: top }
          places: { description: d, type: 'Map<Place, Option<Int>>', default: { top: 1, bottom: null } }
          cards: { description: d, type: 'Map<String, Card>', default: { a: { title: x }, b: {} } }
          deep: { description: d, type: 'List<Option<List<Card>>>', default: [[{ size: 2 }], null] }
          names: { description: d, type: List<Name>, default: [one, two], string-alias: Name }
          by-name: { description: d, type: 'Map<Name, Name>', default: { one: two } }
        defaults:
          - value: { rows: 4, cards: { a: { size: 5 } } }
          - { channel: dev, value: { rows: 4, places: { top: 9 } } }
          - { channels: [dev, prod], value: { names: [one, two, three] } }
        examples:
          - { name: Wide, description: d, value: { rows: 9, cards: { c: { title: y } } } }
    enums:
      Place: { description: d, variants: { top: above, bottom: { description: below } } }
    objects:
      Card:
        description: d
        fields:
          title: { description: d, type: String, default: none }
          size: { description: d, type: Int, default: 1 }
          place: { description: d, type: Place, default: bottom }
    """

  static let all = [
    typed,
    """
    channels: [dev]
    includes: [part.yaml, '@a/b/c.yaml']
    imports:
      - path: component.fml.yaml
        channel: dev
        features:
          component: [{ value: { v: 2 } }, { example: { name: e, value: {} } }]
    types: { enums: { E: { description: d, variants: { a: { description: d } } } }, objects: {} }
    features:
      f: { description: d, variables: { v: { description: d, type: 'List<E>', default: &l [a, a] } } }
      g: { description: d, variables: { v: { description: d, type: 'List<E>', default: *l } } }
    """,
    """
    # every style of YAML scalars
    version: 1.0
    channels:
    - "dev\\u0041"
    - 'it''s'
    features:
      ? f
      : description: >-
          folded
          text
        variables:
          v:
            description: |
              kept
                text
            type: Map<String, Map<String, Int>>
            default: { 1: { true: 0x1F }, 'k': { ~: -0.5e3 }, <<: {} }
    """,
  ]

  /// Files that the manifests refer to.
  static let neighbours: [String: [UInt8]] = [
    "/home/part.yaml": Array("features: {part: {description: d, variables: {}}}".utf8),
    "/home/component.fml.yaml": Array(
      "channels: [dev]\nfeatures: {component: {variables: {v: {type: Int, default: 1}}}}".utf8),
  ]

  static let configs = [
    #"{"rows": 5, "place": "bottom", "places": {"top": 2}, "on": null, "icon": "ic"}"#,
    #"{"cards": {"a": {"size": 3}, "new": {"title": "t", "place": "top"}}, "share": 1.5e2}"#,
    #"{"names": ["one", "four"], "by-name": {"four": "one"}, "deep": [null, [{"place": "top"}, {}], []]}"#,
    "rows: 5\ncards:\n  a: { size: 3, titel: wrong }\nplaces: { left: 1 }\n",
  ]

  static let words = [
    "{", "}", "[", "]", ",", ": ", "- ", "\n  ", "\n", "\"", "'", "&a ", "*a", "*l", "<<: ", "? ",
    "| ", "> ", "---\n",
    "...\n", "%YAML 1.2\n", "!!str ", "!", "#", "null", "true", "default: ", "value: ", "type: ",
    "channel: ",
    "Option<",
    "Map<String, ", "List<", ">", "Card", "Place", "Name", "string-alias: Name", "features:",
    "variables:", "objects:",
    "imports:", "includes: [app.fml.yaml]", "examples: ", "\"cards\": {", "\"names\": [", "1", "-0",
    "1.5",
  ]

  /// A manifest in JSON whose only variable has the type `text`.
  static func manifest(type text: [UInt8]) -> [UInt8] {
    let type = JSONValue.string(String(decoding: text, as: UTF8.self)).compact
    return Array(
      """
      {"channels": ["dev"], "features": {"f": {"description": "d", "variables": {
      "v": {"description": "d", "type": \(type), "default": {}, "string-alias": "Names"}}}},
      "enums": {"Place": {"description": "d", "variants": {"a": "d"}}},
      "objects": {"Card": {"description": "d", "fields": {"w": {"description": "d", "type": \(type)}}}}}
      """.utf8)
  }
}
