import Testing
import VirgaFlags
import VirgaSource
import VirgaWorkbench

@Suite("Kinds of flag files") struct FlagFileKindTests {
  @Test(
    "the content decides the kind, in JSON and YAML",
    arguments: [
      ("{\"flags\": []}", FlagFileKind.catalogue), ("flags: []", .catalogue),
      ("Flags: []", .catalogue),
      ("{\"features\": []}", .configuration), ("features: [{name: Sun}]", .configuration),
      ("[]", .configuration),
      ("{\"Features\": []}", .configuration), ("{\"feature\": []}", .configuration),
      ("- name: Sun", .configuration),
      ("{\"name\": \"Sun\", \"enabled\": true}", .configuration),
      ("{\"name\": \"Sun\", \"Enabled\": true}", .configuration),
      ("{\"features\": [], \"flags\": []}", .catalogueAndConfiguration),
      ("features: {sun: {variables: {}}}", .manifest), ("{\"features\": {}}", .manifest),
      ("{\"name\": \"Sun\", \"version\": \"1\"}", .unknown), ("{}", .unknown), ("7", .unknown),
      ("", .unknown),
    ])
  func kind(_ text: String, _ kind: FlagFileKind) {
    #expect(FlagFiles.kind(of: SourceText(name: "file", text: text)) == kind)
  }

  @Test(
    "the message speaks of that kind",
    arguments: [
      (
        "{\"Features\": []}",
        "Rename `Features` to `features`, the only spelling that the library reads"
      ),
      (
        "{\"feature\": []}",
        "Rename `feature` to `features`, the only spelling that the library reads"
      ),
      (
        "{\"features\": [], \"Features\": []}",
        "`Features` is ignored: the library reads only `features`; move its flags there, or remove it"
      ),
      ("{\"features\": [], \"feature\": []}", nil),
      (
        "Features:\n- name: Sun\n",
        "Write a configuration as JSON, with `features` instead of `Features`"
      ),
      (
        "name: Sun\nenabled: true\n",
        "Write the flag as JSON in a list, as in {\"features\": [{\"name\": …}]}"
      ),
      (
        "{\"name\": \"Sun\", \"enabled\": true}",
        "Put the flag into a list, as in {\"features\": [{\"name\": …}]}"
      ),
      ("{\"features\": 7}", "Write a list of flags, not the number 7"),
      (
        "features:\n- name: Sun\n",
        "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
      ),
      (
        "- name: Sun\n",
        "Write this list as JSON for the FeatureFlags library, or put it under `flags` for a catalogue"
      ),
      ("{\"features\": {}}", "This is a manifest, not a file of flags: open it as the manifest"),
      ("Flags: []\n", "Rename `Flags` to `flags`, the list of a catalogue"),
      ("{\"Flags\": []}", "Rename `Flags` to `flags`, the list of a catalogue"),
      (
        "rows: []\n",
        "Write an object with an array `flags` in a catalogue, or `features` in a JSON configuration"
      ),
    ] as [(String, String?)])
  func message(_ text: String, _ message: String?) {
    let found = FlagFiles([SourceText(name: "file", text: text)]).catalogue(with: nil).problems
    #expect(
      found.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") } == [message].compactMap(\.self))
  }
}
