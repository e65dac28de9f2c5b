import Testing
import VirgaFiles
import VirgaResources
import VirgaSource
import VirgaTestSupport

@Suite("Resource folders") struct ResourceFolderTests {
  static func folder(_ files: [String: String], language: LanguageTag = "en") -> ResourceFolder {
    let bytes = files.mapValues { Array($0.utf8) }
    return ResourceFolder(
      "/app", language: language, files: .memory(bytes), folders: .memory(bytes.keys))
  }

  static let translations = [
    "/app/Base.lproj/L.strings": "base=base; region=base; general=base;",
    "/app/en.lproj/L.strings": "base=en; only=en;",
    "/app/de.lproj/L.strings": "general=de; region=de;",
    "/app/de-AT.lproj/L.strings": "region=at;",
    "/app/fr.lproj/L.strings": "base=fr; french=fr;",
  ]

  @Test("each text comes from the best matching language")
  func bestLanguage() {
    let texts = Self.folder(Self.translations, language: "de-AT").tables["L"]?.mapValues(\.text)
    #expect(texts == ["base": "base", "only": "en", "general": "de", "region": "at"])
  }

  @Test("an unlocalized table serves every language")
  func unlocalizedTable() {
    #expect(
      Self.folder(["/app/x/T.strings": "a=b;"], language: "ja").tables["T"]?["a"]?.text == "b")
  }

  @Test("Android strings are read into the default table", arguments: ["pt-rBR", "b+pt+BR"])
  func androidStrings(_ qualifier: String) {
    let file = { (text: String) in "<resources><string name=\"a\">\(text)</string></resources>" }
    let files = [
      "/app/res/values/strings.xml": file("general"),
      "/app/res/values-\(qualifier)/strings.xml": file("brasil"),
      "/app/res/values-night/strings.xml": file("night"),
      "/app/res/layout/main.xml": file("layout"),
    ]
    #expect(
      Self.folder(files, language: "pt-BR").tables["Localizable"]?.mapValues(\.text) == [
        "a": "brasil"
      ])
    #expect(
      Self.folder(files, language: "en").tables["Localizable"]?.mapValues(\.text) == [
        "a": "general"
      ])
  }

  @Test("string catalogs are read")
  func stringCatalogs() {
    let folder = Self.folder(["/app/Menu.xcstrings": #"{"strings": {"k": {}}}"#])
    #expect(folder.tables["Menu"]?.mapValues(\.text) == ["k": "k"])
  }

  @Test("images are found by name")
  func imageNames() {
    let paths = [
      "/app/Assets.xcassets/ic_set.imageset/anything@2x.png", "/app/res/drawable/ic_vector.xml",
      "/app/res/drawable-hdpi/ic_patch.9.png", "/app/res/mipmap-mdpi/ic_launcher.webp",
      "/app/plain.PNG",
      "/app/retina@2x~ipad.png", "/app/config.xml", "/app/.hidden/secret.png", "/app/README",
      "/app/.png",
    ]
    let folder = Self.folder(Dictionary(uniqueKeysWithValues: paths.map { ($0, "") }))
    #expect(
      folder.images.keys.sorted() == [
        "ic_launcher", "ic_patch", "ic_set", "ic_vector", "plain", "retina",
      ])
    #expect(folder.images["ic_set"] == "/app/Assets.xcassets/ic_set.imageset")
  }

  @Test("a problem names its file")
  func problemFile() {
    let folder = Self.folder(["/app/T.strings": "a=b"])
    #expect(folder.problems.map(\.code) == ["missing-semicolon"])
    #expect(folder.problems.first?.location?.file == "/app/T.strings")
    #expect(folder.tables["T"]?["a"]?.text == "b")
  }

  @Test("an unreadable file is reported")
  func unreadableFile() {
    let folder = ResourceFolder("/app", files: .memory([:]), folders: .memory(["/app/T.strings"]))
    #expect(folder.problems.map(\.code) == ["unreadable-file"])
  }

  @Test("a folder is read from disk")
  func disk() {
    let root = Repository.root + "/Tests/VirgaBundleTests/Example"
    let folder = ResourceFolder(root)
    #expect(folder.tables["AppMenu"]?.mapValues(\.text) == ["SettingsTitle": "Settings"])
    #expect(
      folder.tables["Localizable"]?["greeting"]?.location.file == root
        + "/en.lproj/Localizable.strings")
    #expect(folder.images == ["ic_settings": root + "/ic_settings.png"])
    #expect(folder.problems == [])
  }

  @Test("a missing folder is empty")
  func missingFolder() {
    let folder = ResourceFolder("/there/is/no/such/folder")
    #expect(folder.tables.isEmpty && folder.images.isEmpty && folder.problems.isEmpty)
  }
}
