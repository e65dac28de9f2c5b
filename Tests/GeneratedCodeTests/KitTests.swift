import Testing
import VirgaFiles
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaTestSupport

extension EndToEnd {
  /// Images on Apple platforms, tested with stubs so that the tests run elsewhere.
  @Suite(
    "Images of UIKit and AppKit",
    .enabled(if: VectorProgram.tools != nil, "the modules of the SDK or the compiler are not there")
  )
  struct KitTests {
    /// Two bundles: both have the image `both`, the second also `second`.
    private func bundles() throws -> TemporaryDirectory {
      let folder = try TemporaryDirectory()
      folder.makeDirectory("a")
      folder.makeDirectory("b")
      for image in ["a/both.png", "b/both.png", "b/second.png"] { folder.write("", to: image) }
      return folder
    }

    /// The beginning of an app's code: resources, and a function that describes an image.
    private static func head(_ kit: KitProgram.Kit) -> String {
      """
      import \(kit.rawValue)
      import VirgaBundle

      let folder = CommandLine.arguments[1]
      let bundles = ["a", "b"].map { BundleResources(Bundle(path: "\\(folder)/\\($0)")!) }
      let resources = OrderedResources([TableResources(images: ["table"])] + bundles)

      func show(_ image: \(kit == .uiKit ? "UIImage" : "NSImage")?) -> String {
        guard let image else { return "nil" }
        return image.path.map { String($0.dropFirst(folder.count)) } ?? "empty"
      }

      """
    }

    @Test(
      "come from the first bundle that has them",
      arguments: KitProgram.Kit.allCases)
    func variables(_ kit: KitProgram.Kit) async throws {
      let main = """
        struct Entry {
          var image: PlatformImage
          var label: String
        }

        func makeEntry(vars: Variables) -> Entry? {
          guard let label = vars.getText("label"),
            let image = vars.getDrawable("image") else {
              return nil
            }
          return Entry(image: image, label: label)
        }

        let variables: Variables = JSONVariables(
          [
            "image": "both", "table": "table", "list": ["second", "none", 1, "both"], "map": ["x": "second", "y": "none"],
            "entry": ["image": "second", "label": "Read"], "entries": ["one": ["image": "both", "label": "One"], "two": [:]],
          ], resources: resources)
        let image: PlatformImage = variables.getImage("image") ?? PlatformImage()
        let entry = variables.getVariables("entry") { vars in
          let label: String = vars?.getText("label") ?? "none"
          let image: PlatformImage = vars?.getImage("image") ?? PlatformImage()

          return Entry(image: image, label: label)
        }
        let missing = variables.getVariables("missing") { vars in
          let label: String = vars?.getText("label") ?? "Missing"
          let image: PlatformImage = vars?.getImage("image") ?? PlatformImage()

          return Entry(image: image, label: label)
        }
        let entries = variables.getVariablesMap("entries", transform: makeEntry) ?? [:]
        let name: String? = variables.getImage("table")
        let loaded: PlatformImage? = variables.getImage("table")
        print(show(image), entry.label, show(entry.image), missing.label, show(missing.image))
        print(entries.map { "\\($0.key) \\($0.value.label) \\(show($0.value.image))" })
        print(name ?? "nil", show(loaded))
        print((variables.getImageList("list") ?? []).map { image in show(image) })
        print((variables.getDrawableList("list") ?? []).map { image in show(image) })
        print((variables.getImageMap("map") ?? [:]).map { "\\($0.key) \\(show($0.value))" })
        print((variables.getDrawableMap("map") ?? [:]).map { "\\($0.key) \\(show($0.value))" })
        print(variables.getImageList("map") == nil, bundles[0].hasImage("both"), bundles[0].hasImage("second"))

        """
      let bundles = try bundles()
      let output = try await KitProgram(kit).output(of: Self.head(kit) + main, in: bundles.root)
      #expect(
        output == """
          /a/both.png Read /b/second.png Missing empty
          ["one One /a/both.png"]
          table nil
          ["/b/second.png", "/a/both.png"]
          ["/b/second.png", "/a/both.png"]
          ["x /b/second.png"]
          ["x /b/second.png"]
          true true false

          """)
    }

    @Test("are returned by generated code at any depth")
    func nested() async throws {
      let folder = try TemporaryDirectory()
      let manifest = """
        about: { description: d, swift: { module: Deep, class: DeepNimbus } }
        channels: [only]
        features:
          deep:
            description: d
            variables:
              rows: { description: d, type: "List<List<Image>>", default: [[both], [second, none]] }
              maybes: { description: d, type: "List<Option<Image>>", default: [both, null] }
              maybe-map: { description: d, type: "Option<Map<String, List<Image>>>", default: { a: [both] } }
              cards: { description: d, type: "List<Card>", default: [{ image: second }] }
        objects:
          Card:
            description: d
            fields:
              image: { description: d, type: Image, default: both }

        """
      folder.write(manifest, to: "deep.fml.yaml")
      let loaded = try ManifestLoader(files: .disk(), workingFolder: folder.root).load(
        "deep.fml.yaml")
      var program = try await KitProgram(.uiKit)
      try await program.add("Deep", try SwiftCode.file(for: loaded, channel: "only"))
      let main = """
        import Deep

        HardcodedNimbusFeatures(
          with: ["deep": #"{"rows": [["second", "none", "both"]], "maybe-map": {"b": ["both"]}}"#], resources: resources
        ).connect(with: DeepNimbus.shared)
        let deep = DeepNimbus.shared.features.deep.value()
        print(deep.rows.map { row in row.map { image in show(image) } })
        print(deep.maybes.map { image in show(image) })
        print((deep.maybeMap ?? [:]).sorted { $0.key < $1.key }.map { $0.value.map { image in show(image) } })
        print(deep.cards.map { card in show(card.image) })

        """
      let bundles = try bundles()
      #expect(
        try await program.output(of: Self.head(.uiKit) + main, in: bundles.root) == """
          [["/b/second.png", "/a/both.png"]]
          ["/a/both.png", "nil"]
          [["/a/both.png"], ["/a/both.png"]]
          ["/b/second.png"]

          """)
    }

    @Test("are returned by generated code, which encodes their names")
    func generated() async throws {
      let loader = ManifestLoader(files: .disk(), workingFolder: Repository.root)
      var program = try await KitProgram(.uiKit)
      for (module, file) in [("SampleComponent", "component"), ("Samples", "samples")] {
        let manifest = try loader.load("Tests/GeneratedCode/\(file).fml.yaml")
        try await program.add(module, try SwiftCode.file(for: manifest, channel: "only"))
      }
      let main = """
        import Samples

        let config = #"{"icon": "second", "icons": ["both", "none"], "icons-by-side": {"left": "both"}, "badge": {"icon": "both"}}"#
        func connect(_ configs: [String: String]) -> Pictures {
          HardcodedNimbusFeatures(with: configs, resources: resources).connect(with: SamplesNimbus.shared)
          return SamplesNimbus.shared.features.pictures.value()
        }

        let pictures = connect(["pictures": config])
        let icon: UIImage = pictures.icon
        let maybe: UIImage? = pictures.maybeIcon
        let icons: [UIImage] = pictures.icons
        let sides: [Side: UIImage] = pictures.iconsBySide
        print(show(icon), show(maybe), icons.map { show($0) }, show(sides[.left]), show(pictures.badge.icon))
        print(pictures.toJSONString() ?? "nil")
        print(show(Pictures(JSONVariables([:], resources: resources), badge: Badge(icon: "both"), icon: "second").badge.icon))
        print(show(connect([:]).icon))

        """
      let bundles = try bundles()
      let output = try await program.output(of: Self.head(.uiKit) + main, in: bundles.root)
      let lines = output.split(separator: "\n").map(String.init)
      try #require(lines.count == 4, "\(output)")
      #expect(lines[0] == #"/b/second.png nil ["/a/both.png"] /a/both.png /a/both.png"#)
      let names = try JSONValue.parse(lines[1])
      #expect(names["icon"] == "second")
      #expect(names["icons"] == ["both"])
      #expect(names["badge"]?["icon"] == "both")
      #expect(names["icons-by-side"] == ["left": "both", "none": "dot"])
      #expect(lines[2] == "/a/both.png")
      #expect(lines[3] == "empty")
    }
  }
}
