import Testing
import VirgaFlags
import VirgaSource
import VirgaTestSupport
import VirgaWorkbench

@Suite("Kinds of flag files") struct FlagFilesKindTests {
  @Test(
    "the content decides the kind",
    arguments: [
      TestRow("a list of flags in JSON", ("{\"flags\": []}", FlagFileKind.catalogue)),
      TestRow("a list of flags in YAML", ("flags: []", .catalogue)),
      TestRow("a list of flags in upper case", ("Flags: []", .catalogue)),
      TestRow("a list of features in JSON", ("{\"features\": []}", .configuration)),
      TestRow("a list of features in YAML", ("features: [{name: Sun}]", .configuration)),
      TestRow("a bare array", ("[]", .configuration)),
      TestRow("a list of features in upper case", ("{\"Features\": []}", .configuration)),
      TestRow("a list named feature", ("{\"feature\": []}", .configuration)),
      TestRow("a bare array in YAML", ("- name: Sun", .configuration)),
      TestRow("a flag alone", ("{\"name\": \"Sun\", \"enabled\": true}", .configuration)),
      TestRow(
        "a flag alone with a member in upper case",
        ("{\"name\": \"Sun\", \"Enabled\": true}", .configuration)),
      TestRow("both lists", ("{\"features\": [], \"flags\": []}", .catalogueAndConfiguration)),
      TestRow(
        "features that are an object in YAML", ("features: {sun: {variables: {}}}", .manifest)),
      TestRow("features that are an object in JSON", ("{\"features\": {}}", .manifest)),
      TestRow(
        "an object with other members", ("{\"name\": \"Sun\", \"version\": \"1\"}", .unknown)),
      TestRow("an empty object", ("{}", .unknown)),
      TestRow("a number", ("7", .unknown)),
      TestRow("an empty file", ("", .unknown)),
    ] as [TestRow<(String, FlagFileKind)>])
  func kind(_ row: TestRow<(String, FlagFileKind)>) {
    let (text, kind) = row.values
    #expect(FlagFiles.kind(of: SourceText(name: "file", text: text)) == kind)
  }

  @Test(
    "the message speaks of that kind",
    arguments: [
      TestRow(
        "features in upper case",
        (
          "{\"Features\": []}",
          "Rename `Features` to `features`, the only spelling that the library reads"
        )),
      TestRow(
        "a list named feature",
        (
          "{\"feature\": []}",
          "Rename `feature` to `features`, the only spelling that the library reads"
        )),
      TestRow(
        "features in both cases",
        (
          "{\"features\": [], \"Features\": []}",
          "`Features` is ignored: the library reads only `features`; move its flags there, or remove it"
        )),
      TestRow("an additional list named feature", ("{\"features\": [], \"feature\": []}", nil)),
      TestRow(
        "features in upper case, in YAML",
        (
          "Features:\n- name: Sun\n",
          "Write a configuration as JSON, with `features` instead of `Features`"
        )),
      TestRow(
        "a flag alone in YAML",
        (
          "name: Sun\nenabled: true\n",
          "Write the flag as JSON in a list, as in {\"features\": [{\"name\": …}]}"
        )),
      TestRow(
        "a flag alone in JSON",
        (
          "{\"name\": \"Sun\", \"enabled\": true}",
          "Put the flag into a list, as in {\"features\": [{\"name\": …}]}"
        )),
      TestRow(
        "features that are a number",
        ("{\"features\": 7}", "Write a list of flags, not the number 7")),
      TestRow(
        "a list of features in YAML",
        (
          "features:\n- name: Sun\n",
          "Write a configuration with `features` as JSON, or name the list of a catalogue `flags`"
        )),
      TestRow(
        "a bare array in YAML",
        (
          "- name: Sun\n",
          "Write this list as JSON for the FeatureFlags library, or put it under `flags` for a catalogue"
        )),
      TestRow(
        "a manifest",
        ("{\"features\": {}}", "This is a manifest, not a file of flags: open it as the manifest")),
      TestRow(
        "flags in upper case, in YAML",
        ("Flags: []\n", "Rename `Flags` to `flags`, the list of a catalogue")),
      TestRow(
        "flags in upper case, in JSON",
        ("{\"Flags\": []}", "Rename `Flags` to `flags`, the list of a catalogue")),
      TestRow(
        "another list",
        (
          "rows: []\n",
          "Write an object with an array `flags` in a catalogue, or `features` in a JSON configuration"
        )),
    ] as [TestRow<(String, String?)>])
  func message(_ row: TestRow<(String, String?)>) {
    let (text, message) = row.values
    let found = FlagFiles([SourceText(name: "file", text: text)]).catalogue(with: nil).problems
    #expect(
      found.map { $0.message + ($0.hint.map { "; \($0)" } ?? "") } == [message].compactMap(\.self))
  }
}
