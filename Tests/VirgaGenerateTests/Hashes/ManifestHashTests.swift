import Testing
import VirgaFiles
import VirgaManifest
import VirgaTestSupport

@testable import VirgaGenerate

@Suite("The hash of a manifest") struct ManifestHashTests {
  private static let text = """
    channels: [beta, release]
    features:
      menu:
        description: The menu
        variables:
          rows: { description: d, type: Int, default: 3, pref-key: menu-rows }
          names: { description: d, type: "Map<String, Item>", default: { first: { title: One } } }
          ratio: { description: d, type: Double, default: 1.50 }
        defaults: [{ channel: release, value: { rows: 5 } }]
    objects:
      Item: { description: d, fields: { title: { description: d, type: String, default: None } } }
    """

  private static func hash(_ text: String, in channel: String = "beta") throws -> String {
    try Sample.load(text).hash(in: channel)
  }

  @Test("does not depend on comments, descriptions, formatting, order and places")
  func sameHash() throws {
    let features = """
      # The same manifest, written in another way.
      features:
        menu:
          description: Another description
          defaults: [{ value: { "rows": 5 }, channel: release }]
          variables:
            ratio: { type: Double, description: r, default: 1.5 }
            names:
              type: Map<String, Item>
              description: n
              default:
                first:
                  title: One
            rows: { type: Int, description: r, pref-key: menu-rows, default: 3 }
      objects:
        Item: { fields: { title: { default: None, type: String, description: t } }, description: i }
      """
    let files = FileReading.memory([
      "/other/menu.yaml": Array(features.utf8),
      "/other/app.yaml": Array(
        "includes: [menu.yaml]\nchannels: [release, beta]\nfeatures: {}".utf8),
    ])
    let other = try ManifestLoader(files: files, workingFolder: "/other", options: .init()).load(
      "app.yaml")
    for channel in ["beta", "release"] {
      #expect(try other.hash(in: channel) == Self.hash(Self.text, in: channel))
    }
  }

  @Test(
    "changes with what is generated",
    arguments: [
      TestRow("the default of a number", ("default: 3", "default: 4")),
      TestRow("the type of a variable", ("type: Int", "type: Double")),
      TestRow("the name of a variable", ("menu-rows", "menu-lines")),
      TestRow("the name of a variant", ("first:", "last:")),
      TestRow("the text of a default", ("title: One", "title: Two")),
      TestRow("the default of an option", ("default: None", "default: Nothing")),
      TestRow("the name of a feature", ("  menu:", "  the-menu:")),
      TestRow("the name of a field", ("ratio:", "share:")),
      TestRow("the digits of a number", ("1.50", "1.25")),
      TestRow("the key of a preference", (", pref-key: menu-rows", "")),
    ])
  func otherHash(_ row: TestRow<(String, String)>) throws {
    let (old, new) = row.values
    let changed = Self.text.replacing(old, with: new)
    try #require(changed != Self.text)
    #expect(try Self.hash(changed) != Self.hash(Self.text))
  }

  @Test("does not depend on the sign of a zero") func zero() throws {
    let zero = Self.text.replacing("1.50", with: "0.0")
    #expect(try Self.hash(zero) == Self.hash(zero.replacing("0.0", with: "-0.0")))
    #expect(try Self.hash(zero) != Self.hash(Self.text))
  }

  @Test("is that of one channel")
  func channels() throws {
    let changed = Self.text.replacing("rows: 5", with: "rows: 6")
    #expect(try Self.hash(Self.text, in: "release") != Self.hash(Self.text))
    #expect(try Self.hash(changed) == Self.hash(Self.text))
    #expect(try Self.hash(changed, in: "release") != Self.hash(Self.text, in: "release"))
  }
}
