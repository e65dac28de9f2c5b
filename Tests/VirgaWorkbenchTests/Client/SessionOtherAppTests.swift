import Testing
import VirgaExperiments
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaTestSupport
import VirgaWorkbench

@Suite("Recipes of another app") struct SessionOtherAppTests {
  private static func manifest(_ about: String) throws -> Manifest {
    try Sample.load("about: { description: A, \(about) }\nchannels: [beta]\nfeatures: {}\n")
  }

  private static func otherApp(
    of app: String?, in manifest: Manifest?, client: String? = nil
  ) -> String? {
    var entries: [EntryKey: JSONValue] = [:]
    entries[EntryKey(.context, "app_name")] = client.map { .string($0) }
    var recipe = Sample.recipe("r")
    recipe.appName = app
    return Session(entries: entries).otherApp(of: recipe, in: manifest)
  }

  private static let fenix = "kotlin: { package: org.mozilla.fenix, class: .Nimbus }"
  private static let someAndroidApp = "kotlin: { package: org.example, class: .Nimbus }"
  private static let someIOSApp = "swift: { module: Example, class: Nimbus }"

  @Test("are found by the client's app") func clientApp() throws {
    let manifest = try Self.manifest(Self.fenix)
    #expect(Self.otherApp(of: "firefox_ios", in: manifest, client: "firefox_ios") == nil)
    #expect(Self.otherApp(of: "fenix", in: manifest, client: "firefox_ios") == "fenix")
  }

  @Test("are found by the manifest's app if the client has none") func manifestApp() throws {
    let manifest = try Self.manifest(Self.fenix)
    #expect(Self.otherApp(of: "fenix", in: manifest) == nil)
    #expect(Self.otherApp(of: "firefox_ios", in: manifest) == "firefox_ios")
  }

  @Test("name an app") func noApp() throws {
    #expect(try Self.otherApp(of: nil, in: Self.manifest(Self.fenix)) == nil)
  }

  @Test("are found by the platform if no app is known") func platforms() throws {
    let android = try Self.manifest(Self.someAndroidApp)
    let ios = try Self.manifest(Self.someIOSApp)
    let both = try Self.manifest("\(Self.someAndroidApp), \(Self.someIOSApp)")
    #expect(Self.otherApp(of: "fenix", in: ios) == "fenix")
    #expect(Self.otherApp(of: "fenix", in: android) == nil)
    #expect(Self.otherApp(of: "focus_ios", in: android) == "focus_ios")
    #expect(Self.otherApp(of: "unknown", in: ios) == nil)
    #expect(Self.otherApp(of: "fenix", in: both) == nil)
    #expect(Self.otherApp(of: "fenix", in: nil) == nil)
  }
}
